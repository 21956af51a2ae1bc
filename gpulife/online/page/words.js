// Texts with controls in braces, such as "{trigger}", and the names shown for these controls.
const TOUCH = {
  trigger: "●", click: "tap", move: "stick", up: "up", done: "Done", start: "Begin", again: "Another", "end-main": "Another", halt: "Halt", step: "Step",
  agree: "Yes", refuse: "No", option: "Leave", select: "Yes", "done|start": "Done", "done|again": "Pass", help: "?",
};
const KEYS = {
  trigger: "Space", click: "Click", move: "Arrows", up: "Up", done: "Enter", start: "Enter", again: "Enter", "end-main": "Enter", halt: "H", step: "H",
  agree: "Yes", refuse: "No", option: "Leave", select: "Yes", "done|start": "Enter", "done|again": "Enter", help: "?",
};

// Action kinds of each control. If a button has such a kind, texts show the label of that button.
const KINDS = { halt: [2], step: [3], again: [4], "end-main": [4], start: [5, 26], select: [6], option: [7], resign: [9], done: [26, 5], "done|start": [26, 5], "done|again": [26, 4] };
const BY_BUTTON = ["select", "option", "resign"]; // named by their buttons even with a keyboard, as they have no keys
let labels = {};

// Sets the buttons shown now.
export function nameButtons(buttons) {
  labels = {};
  for (const [name, kinds] of Object.entries(KINDS)) {
    const found = kinds.map((kind) => buttons.find((button) => button.kind === kind)).find(Boolean);
    if (found) labels[name] = found.label;
  }
}

// Shows a text with controls in an element.
export function writeWords(element, text) {
  const isTouch = document.body.classList.contains("touch"), names = { ...(isTouch ? TOUCH : KEYS) };
  for (const name of isTouch ? Object.keys(labels) : BY_BUTTON) if (labels[name]) names[name] = labels[name];
  element.replaceChildren(...text.split(/\{([a-z0-9|-]+)\}/).map((part, number) => {
    if (number % 2 === 0) return document.createTextNode(part);
    const cap = document.createElement("kbd");
    cap.textContent = names[part] || part;
    return cap;
  }));
}

// Shows the longest wording that fits into this number of lines of the element.
export function writeLongest(element, wordings, lines) {
  for (const wording of wordings) {
    writeWords(element, wording);
    const high = parseFloat(getComputedStyle(element).lineHeight) || 20;
    if (element.scrollHeight <= high * lines + 4) return;
  }
}

export function make(tag, classes, text) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  return element;
}

// Returns a server's message with a capital first letter.
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
