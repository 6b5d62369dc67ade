import { reduceAnsiCodesIncremental, ansiCodesToString, diffAnsiCodes, tokenize } from '@alcalzone/ansi-tokenize'
import sliceAnsi from 'slice-ansi'
import stringWidth from 'string-width'

/** The version of Ink whose build/output.js this replaces; ink-output.test.ts compares the two. */
export const inkVersion = '6.8.0'

/** A cell is never changed, only replaced, so that cells are shared: all that are blank, and each plain letter. */
const noStyles = []
const blank = { value: ' ', styles: noStyles }
const covered = { value: '', styles: noStyles }
const plainCells = new Map()
/** What ansi-tokenize makes of a colour. */
const tokensOf = new Map()

// One cell a character, and no character joins the one before: ASCII, Latin-1, punctuation, box drawing.
const plain = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u2500-\u257f\u25cf]*$/
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const colour = /(\u001b\[[\d;]*m)/
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const colours = /\u001b\[[\d;]*m/g

/**
 * Ink's grid of cells as one text, with the same result as Ink's own Output. Ink makes an object for each cell, takes
 * each line apart by graphemes, and compares lists of styles between each two cells: two thirds of a frame's time.
 */
export default class Output {
  constructor({ width, height }) {
    this.width = width
    this.height = height
    this.operations = []
  }

  write(x, y, text, { transformers }) {
    if (text) this.operations.push({ type: 'write', x, y, text, transformers })
  }

  clip(clip) {
    this.operations.push({ type: 'clip', clip })
  }

  unclip() {
    this.operations.push({ type: 'unclip' })
  }

  get() {
    const rows = Array.from({ length: this.height }, () => Array.from({ length: this.width }, () => blank))
    const clips = []
    for (const operation of this.operations) {
      if (operation.type === 'clip') clips.push(operation.clip)
      else if (operation.type === 'unclip') clips.pop()
      else draw(rows, operation, clips.at(-1))
    }
    return { output: rows.map((row) => textOf(row).trimEnd()).join('\n'), height: rows.length }
  }
}

function draw(rows, { x, y, text, transformers }, clip) {
  const { lines, left, top } = clipped(text.split('\n'), x, y, clip)
  for (let index = 0; index < lines.length; index += 1) {
    const row = rows[top + index]
    // As in Ink: a text that begins above the grid is not drawn at all.
    if (row === undefined) return
    let line = lines[index]
    for (const transform of transformers) line = transform(line, index)
    let at = left
    for (const cell of cellsOf(line)) {
      row[at] = cell
      at += 1
      for (let more = cell.width ?? 1; more > 1; more -= 1) {
        row[at] = cell.styles.length === 0 ? covered : { value: '', styles: cell.styles }
        at += 1
      }
    }
  }
}

/** The lines of a text as far as they lie inside of the clipping area, and where they begin. */
function clipped(lines, left, top, clip) {
  if (clip === undefined) return { lines, left, top }
  let shown = lines
  if (typeof clip.x1 === 'number' && typeof clip.x2 === 'number') {
    const widest = Math.max(0, ...lines.map((line) => stringWidth(line)))
    if (left + widest < clip.x1 || left > clip.x2) return { lines: [], left, top }
    const from = left < clip.x1 ? clip.x1 - left : 0
    shown = lines.map((line) => {
      const width = stringWidth(line)
      const to = left + width > clip.x2 ? clip.x2 - left : width
      // Of anything else slice-ansi keeps no control sequence but colours, which protects the terminal.
      if (from === 0 && to === width && plain.test(line.replace(colours, ''))) return line
      return plain.test(line) ? line.slice(from, Math.max(from, to)) : sliceAnsi(line, from, to)
    })
  }
  const { y1, y2 } = clip
  if (typeof y1 === 'number' && typeof y2 === 'number') {
    const height = shown.length
    if (top + height < y1 || top > y2) return { lines: [], left, top }
    shown = shown.slice(top < y1 ? y1 - top : 0, top + height > y2 ? y2 - top : height)
  }
  return {
    lines: shown,
    left: typeof clip.x1 === 'number' && typeof clip.x2 === 'number' ? Math.max(left, clip.x1) : left,
    top: typeof y1 === 'number' && typeof y2 === 'number' ? Math.max(top, y1) : top,
  }
}

/** The cells of a line: value, styles as ansi-tokenize gives them, and the width where it is not 1. */
function cellsOf(line) {
  if (plain.test(line)) return Array.from(line, plainCell)
  const cells = []
  let styles = noStyles
  for (const part of line.split(colour)) {
    if (part === '') continue
    if (plain.test(part)) {
      for (const value of part) cells.push(styles.length === 0 ? plainCell(value) : { value, styles })
      continue
    }
    for (const token of part.startsWith('\u001b') ? styleTokens(part) : tokenize(part)) {
      if (token.type === 'ansi') styles = reduceAnsiCodesIncremental(styles, [token])
      else cells.push({ value: token.value, styles, width: stringWidth(token.value) })
    }
  }
  return cells
}

function styleTokens(code) {
  let tokens = tokensOf.get(code)
  if (tokens === undefined) tokensOf.set(code, (tokens = tokenize(code)))
  return tokens
}

function plainCell(value) {
  let cell = plainCells.get(value)
  if (cell === undefined) plainCells.set(value, (cell = value === ' ' ? blank : { value, styles: noStyles }))
  return cell
}

function textOf(row) {
  let text = ''
  let styles = noStyles
  for (const cell of row) {
    // Beyond the width of the grid there may be holes.
    if (cell === undefined) continue
    if (cell.styles !== styles) {
      if (cell.styles.length > 0 || styles.length > 0) text += ansiCodesToString(diffAnsiCodes(styles, cell.styles))
      styles = cell.styles
    }
    text += cell.value
  }
  return styles.length === 0 ? text : text + ansiCodesToString(diffAnsiCodes(styles, noStyles))
}
