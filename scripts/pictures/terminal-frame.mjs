/** Background, text and the sixteen named colours, as terminals have them. */
export const themes = {
  dark: {
    background: '#12151a',
    text: '#d9dde3',
    colours:
      '#2b3038 #f2777a #99cc99 #ffcc66 #6cb6ff #d19aee #66cccc #d9dde3 #7d8590 #ff8f92 #b5e3b5 #ffdd99 #9ccfff #e4b8ff #8fe3e3 #ffffff',
  },
  light: {
    background: '#ffffff',
    text: '#1f2328',
    colours:
      '#24292f #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83 #6e7781 #57606a #a40e26 #1a7f37 #633c01 #0969da #8250df #3192aa #8c959f',
  },
}

/** The screen of a terminal emulator as a page with one `pre`. */
export function frameAsHtml(terminal, theme) {
  const { background, text, colours } = themes[theme]
  const named = colours.split(' ')
  const rows = Array.from({ length: terminal.rows }, (_, row) => rowAsHtml(terminal, row, { background, text, named }))
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 }
    pre { display: inline-block; margin: 0; padding: 16px; font: 15px/20px 'DejaVu Sans Mono', monospace;
      background: ${background}; color: ${text} }
  </style><pre>${rows.join('\n')}</pre>`
}

function rowAsHtml(terminal, row, palette) {
  const line = terminal.buffer.active.getLine(row)
  const runs = []
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column)
    if (cell === undefined || cell.getWidth() === 0) continue
    const style = styleOf(cell, palette)
    const last = runs.at(-1)
    if (last?.style === style) last.text += cell.getChars() || ' '
    else runs.push({ style, text: cell.getChars() || ' ' })
  }
  return runs
    .map(({ style, text }) => (style === '' ? escaped(text) : `<span style="${style}">${escaped(text)}</span>`))
    .join('')
}

function styleOf(cell, palette) {
  const own = { front: colourOf(cell, 'Fg', palette) ?? palette.text, back: colourOf(cell, 'Bg', palette) }
  const { front, back } = cell.isInverse() ? { front: own.back ?? palette.background, back: own.front } : own
  return [
    front === palette.text ? '' : `color:${front};`,
    back === undefined ? '' : `background:${back};`,
    cell.isBold() ? 'font-weight:bold;' : '',
    cell.isDim() ? 'opacity:.65;' : '',
    cell.isUnderline() ? 'text-decoration:underline;' : '',
    cell.isItalic() ? 'font-style:italic;' : '',
  ].join('')
}

/** A named colour, one of the cube of 216 or the greys after it, or 24 bits. */
function colourOf(cell, which, { named }) {
  if (cell[`is${which}Default`]()) return undefined
  const value = cell[`get${which}Color`]()
  if (cell[`is${which}RGB`]()) return `#${value.toString(16).padStart(6, '0')}`
  if (value < 16) return named[value]
  if (value >= 232)
    return `rgb(${Array(3)
      .fill(8 + (value - 232) * 10)
      .join(' ')})`
  const level = (step) => (step === 0 ? 0 : 55 + 40 * step)
  const cube = value - 16
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level).join(' ')})`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
