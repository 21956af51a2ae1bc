// What the browser keeps: it may refuse to, and then things are kept as long as the page is open.
const kept = new Map();

export function load(key, otherwise) {
  try {
    const text = localStorage.getItem("gpulife." + key);
    if (text !== null) return JSON.parse(text);
  } catch { /* private windows, or somebody else's text */ }
  return kept.has(key) ? kept.get(key) : otherwise;
}

export function save(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem("gpulife." + key, JSON.stringify(value));
  } catch { /* it stays in memory */ }
}
