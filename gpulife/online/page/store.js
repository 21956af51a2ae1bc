// Values saved in the browser's local storage, or, if the browser refuses that, kept until the page is closed.
const kept = new Map();

export function load(key, otherwise) {
  try {
    const text = localStorage.getItem("gpulife." + key);
    if (text !== null) return JSON.parse(text);
  } catch { /* a private window, or a value that is not ours */ }
  return kept.has(key) ? kept.get(key) : otherwise;
}

export function save(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem("gpulife." + key, JSON.stringify(value));
  } catch { /* kept in memory only */ }
}
