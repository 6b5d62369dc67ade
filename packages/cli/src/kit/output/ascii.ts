import { widthOf } from './width.ts'

const signs: Readonly<Record<string, string>> = {
  '…': '~',
  '·': '-',
  '•': '*',
  '●': '*',
  '›': '>',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '×': 'x',
  '✓': '+',
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '│': '|',
  '─': '-',
  ß: 's',
}

/** The text as a terminal without UTF-8 shows it, with as many cells: letters without their marks, `?` for what has no likeness. */
export function asciiOf(text: string): string {
  return text.replaceAll(/[^\0-\u007f]/gu, (sign) => signs[sign] ?? plain(sign))
}

function plain(sign: string): string {
  const cells = widthOf(sign)
  const [letter = '?'] = sign.normalize('NFKD')
  if (/[\u2580-\u259f]/.test(sign)) return '#'
  return letter < '\u0080' ? letter.padEnd(cells, ' ').slice(0, cells) : '?'.repeat(cells)
}
