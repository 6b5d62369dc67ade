export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const codeBlock = (text: string) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`

/** A wide table scrolls by itself, by keyboard too. */
export const scrolling = (label: string, table: string) =>
  `<div class="documents-table" role="region" aria-label="${escaped(label)}" tabindex="0">${table}</div>`
