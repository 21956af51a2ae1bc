#!/bin/sh
# Start gpulife:        ./gpulife.sh [arguments of gpulife]
# Run its test suite:   ./gpulife.sh test [arguments of pytest]
#
# Either first sets up .venv beside this file, once and again when pyproject.toml changes, and looks for an OpenGL
# driver. PYTHON names the interpreter to make .venv with; GPULIFE_WHEEL=file.whl installs that wheel in place of this
# checkout, so that CI tests what users get.
set -eu

say() { printf 'gpulife: %s\n' "$*" >&2; }
die() { say "$@"; exit 2; }

here=$(readlink -f -- "$0")
here=${here%/*}
venv=$here/.venv
from=${GPULIFE_WHEEL:-$here}
[ -e "$from" ] || die "GPULIFE_WHEEL is $from: no such file"
extra=
[ "${1-}" != test ] || extra='[test]'
extras=${extra:-[hashlife]} # the tests need hashlife, too

# All that makes .venv stale: a moved folder, a new system Python, another wheel, other dependencies. It is written
# last, so that an interrupted set-up is done again.
stamp() {
    printf '%s\n' "$here" "$(readlink -f -- "$venv/bin/python")"
    [ "$from" = "$here" ] || cksum "$from"
    cat "$here/pyproject.toml"
}
set_up=yes
if [ -x "$venv/bin/python" ] && [ "$(cat "$venv/stamp$extra" 2>/dev/null)" = "$(stamp)" ]; then set_up=; fi

# What OpenGL lacks, by Debian's names. The linker's cache is where Python looks for libraries, and reading it takes a
# quarter of the time that dpkg takes, which is asked only about what the cache does not show. Mesa's libGLX_mesa never
# comes without its DRI drivers; NVIDIA's own driver needs neither. No ldconfig: macOS, where OpenGL is always there.
lacks() { case $libraries in *"$1"*) false ;; esac }
is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
driver=
window=
if libraries=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null); then
    if lacks libEGL.so.1 && ! is_installed libegl1; then driver="$driver libegl1"; fi
    if lacks libGL.so.1 && ! is_installed libgl1; then driver="$driver libgl1"; fi
    if lacks libGLX_mesa.so && lacks libEGL_nvidia.so && ! is_installed libgl1-mesa-dri; then
        driver="$driver libgl1-mesa-dri"
    fi
    # What the window loads besides; only Dear ImGui's libX11 is more than a better window.
    for pair in libX11.so.6:libx11-6 libXcursor.so.1:libxcursor1 libXi.so.6:libxi6 libXinerama.so.1:libxinerama1 \
        libXrandr.so.2:libxrandr2; do
        if lacks "${pair%%:*}" && ! is_installed "${pair#*:}"; then window="$window ${pair#*:}"; fi
    done
    if [ -n "$extra" ]; then # the tests open windows on a display of their own
        command -v Xvfb >/dev/null || window="$window xvfb"
        command -v xdotool >/dev/null || window="$window xdotool"
    fi
fi

# A new .venv needs Python, with ensurepip, which Debian packs apart. One without pip.log was never made to its end.
python=''
ensurepip=''
if [ -n "$set_up" ] && ! { [ -e "$venv/pip.log" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }; then
    python=${PYTHON:-python3}
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
        die "needs Python 3.11 or later, but $python does not run: install it, or set PYTHON"
    case $version in
        [0-2].* | 3.? | 3.10) die "needs Python 3.11 or later, but $python is $version: set PYTHON to a later one" ;;
    esac
    "$python" -c 'import ensurepip' 2>/dev/null || ensurepip=" python$version-venv"
fi

# moderngl has wheels for Linux on x86_64 alone: elsewhere, on a Raspberry Pi for one, pip compiles it. The compiler is
# asked for what it includes.
compiler=
if [ -n "$set_up" ] && [ "$(uname -s)" = Linux ] && [ "$(uname -m)" != x86_64 ] &&
    { [ -n "$python" ] || ! "$venv/bin/python" -c 'import moderngl' 2>/dev/null; }; then
    base=${python:-$venv/bin/python}
    where=$("$base" -c 'import sys, sysconfig; print("%d.%d" % sys.version_info[:2], sysconfig.get_path("include"))')
    compiles() { printf '#include <%s>\n' "$1" | g++ -E -x c++ -I"${where#* }" - >/dev/null 2>&1; }
    command -v g++ >/dev/null || compiler=' g++'
    compiles Python.h || compiler="$compiler libpython${where%% *}-dev"
    compiles X11/Xlib.h || compiler="$compiler libx11-dev"
fi

# Installs $1 by apt as root, or by sudo when the person at the terminal agrees. A start with .venv in place only tells
# what would: it must not ask every time.
install() {
    as=sudo
    if [ "$(id -u)" = 0 ]; then as=; fi
    command="${as:+sudo }apt-get update && ${as:+sudo }apt-get install -y --no-install-recommends$1"
    if ! command -v apt-get >/dev/null; then
        command='with your package manager (Fedora: mesa-libEGL mesa-libGL, Arch: mesa libglvnd)' as=none
        [ -z "$compiler" ] || command="${command%)}; to compile, Fedora: gcc-c++ python3-devel libX11-devel)"
    elif [ -n "$as" ] && ! command -v sudo >/dev/null; then
        command="su - -c 'apt-get update && apt-get install -y --no-install-recommends$1'" as=none
    fi
    say "missing:$1; to install: $command"
    if [ -z "$set_up$extra" ] || [ "$as" = none ]; then return 1; fi
    if [ "$as" = sudo ]; then
        [ -t 0 ] && [ -t 2 ] || return 1
        printf 'gpulife: do that now? [y/n] ' >&2
        read -r answer && [ "$answer" = y ] || return 1
    fi
    (export DEBIAN_FRONTEND=noninteractive && eval "$command" </dev/null >/dev/null)
}
missing=$ensurepip$driver$window$compiler
if [ -n "$missing" ]; then
    if install "$missing"; then
        compiler=
    else
        if [ -n "$ensurepip" ]; then die "cannot make .venv without$ensurepip"; fi
        if [ -n "$extra" ] && [ -n "$driver" ]; then die "cannot test without an OpenGL driver"; fi
    fi
fi

if [ -n "$set_up" ]; then
    say 'setting up .venv, once: this takes a minute'
    rm -f "$venv/stamp"*
    if [ -n "$python" ]; then
        told=$("$python" -m venv --clear "$venv" 2>&1 </dev/null) ||
            die "$python cannot make $venv: $(printf '%s\n' "$told" | tail -n 1)"
    fi
    pip() { "$venv/bin/python" -m pip --quiet --disable-pip-version-check "$@" </dev/null >"$venv/pip.log" 2>&1; }
    pip uninstall --yes gpulife || true # or pip would keep another gpulife of the same version
    if [ "$from" = "$here" ]; then pip install --editable "$from$extras"; else pip install "$from$extras"; fi ||
        die "pip cannot install $from: $(sed -n 's/^[Ee][Rr][Rr][Oo][Rr]: //p' "$venv/pip.log" | tail -n 1)" \
            "${compiler:+without$compiler }(see $venv/pip.log)"
    stamp >"$venv/stamp"
    [ -z "$extra" ] || cp "$venv/stamp" "$venv/stamp$extra"
fi

if [ -z "$extra" ]; then exec "$venv/bin/gpulife" "$@"; fi
shift
cd "$here"
# The console script: python -m pytest would import gpulife from here, not from the wheel. A process for each processor;
# the tests of a file share a window, and conftest.py says which files come first. A process that crashes ends the run,
# which tells its test: xdist 3.8 would start another and then often wait for ever (its issue 1378).
exec "$venv/bin/pytest" --numprocesses=auto --dist=loadfile --no-loadscope-reorder --max-worker-restart=0 "$@"
