"""Credits for the makers of the games: a page of the start screen. The help shows it, too."""

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import all_credits
from gpulife.window.design import CAPTION, HEADING, styled, vec4
from gpulife.window.panels.pages import back_pressed
from gpulife.window.start.setup_page import page, title_with_back


def credits_page() -> bool:
    """Draw the page over the whole window; return True if the user wants to go back."""
    with page("credits"):
        pressed = title_with_back("Credits")
        draw_credits(2)
    return pressed or back_pressed()


def draw_credits(columns: int) -> None:
    """Draw all credits in ``columns`` columns."""
    style = imgui.get_style()
    gap = imgui.ImVec2(2 * style.item_spacing.x if columns > 1 else style.cell_padding.x, style.cell_padding.y)
    flags = imgui.TableFlags_.sizing_stretch_same | imgui.TableFlags_.no_pad_outer_x
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.cell_padding, gap),
        imgui_ctx.begin_table("credits", columns, flags) as table,
    ):
        for credit in all_credits() if table else ():
            imgui.table_next_column()
            with styled(HEADING):
                imgui.text(f"{credit.title}, {credit.year}")
            imgui.text_wrapped(f"by {credit.makers}")
            with imgui_ctx.push_style_color(imgui.Col_.text, vec4(CAPTION)):
                imgui.text_wrapped(f"{credit.platform}. {credit.about}")
            imgui.spacing()
