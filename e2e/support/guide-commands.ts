/** A command as a guide shows it. */
export type GuideCommand = {
  /** Of the page, from 1. */
  readonly line: number
  /** The heading above it. */
  readonly section: string
  /** As a reader copies it: without the indentation and the prompt. */
  readonly text: string
  /** The lines that the page shows below it, in the same block. */
  readonly output: readonly string[]
}

/** A block without a language that is not for a shell: a file, an answer, SQL. */
export type GuideText = { readonly line: number; readonly lines: readonly string[] }

export type GuidePage = { readonly commands: readonly GuideCommand[]; readonly texts: readonly GuideText[] }

type Block = {
  readonly line: number
  readonly section: string
  readonly language: string
  readonly lines: readonly string[]
}

/** Languages of fenced blocks whose every line is for a shell. */
const shells = ['sh', 'bash', 'zsh', 'fish', 'powershell']

/** What an indented line begins with if it is a command: a program, which variables may precede. */
const program =
  /^(?:[A-Z_]+=(?:'[^']*'|\S+) +)*(?:portico|portico-server|portico-operator|bin\/\S+|npm|npx|node|git|curl|openssl|export|echo|rm|sha256sum|psql|pg_dump|pg_restore) |^[a-z]\w*=\$\(/

/** Every block of a page in its order, as commands or as text. */
export function readGuidePage(markdown: string): GuidePage {
  const commands: GuideCommand[] = []
  const texts: GuideText[] = []
  for (const block of blocksOf(markdown)) {
    const found = commandsOf(block)
    commands.push(...found)
    if (found.length === 0 && block.language === '') texts.push({ line: block.line, lines: block.lines })
  }
  return { commands, texts }
}

/** Fenced blocks, and indented ones after an empty line, without their indentation. */
function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let section = ''
  for (let at = 0; at < lines.length; at++) {
    section = /^#+ (.+)$/.exec(lines[at] ?? '')?.[1] ?? section
    const fence = /^( *)```(\w*)$/.exec(lines[at] ?? '')
    if (fence !== null) {
      const end = lines.indexOf(`${fence[1]}\`\`\``, at + 1)
      blocks.push({ line: at + 2, section, language: fence[2] ?? '', lines: lines.slice(at + 1, end) })
      at = end
      continue
    }
    if (!/^ {4}/.test(lines[at] ?? '') || lines[at - 1] !== '') continue
    let end = at
    while (/^ {4}/.test(lines[end] ?? '') || (lines[end] === '' && /^ {4}/.test(lines[end + 1] ?? ''))) end++
    const own = lines.slice(at, end)
    const indentation = Math.min(...own.filter(Boolean).map((line) => line.search(/\S/)))
    blocks.push({ line: at + 1, section, language: '', lines: own.map((line) => line.slice(indentation)) })
    at = end
  }
  return blocks
}

/** The commands of a block. Where one line has a prompt, all other lines are continued commands or output. */
function commandsOf({ line: first, section, language, lines }: Block): GuideCommand[] {
  const prompted = lines.some((line) => line.startsWith('$ '))
  const begins = (line: string) =>
    shells.includes(language) ? line.trim() !== '' : prompted ? line.startsWith('$ ') : program.test(line)
  if (language !== '' && !shells.includes(language)) return []
  const found: { line: number; section: string; text: string; output: string[] }[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!begins(line)) {
      if (line !== '') found.at(-1)?.output.push(line)
      continue
    }
    const from = at
    const until = hereDocumentEnd(line)
    while (/\\$|(?:&&|\|)$/.test(lines[at] ?? '') && at + 1 < lines.length) at++
    if (until !== undefined) at = lines.indexOf(until, at + 1)
    const text = lines.slice(from, at + 1).join('\n')
    found.push({ line: first + from, section, text: prompted ? text.slice(2) : text, output: [] })
  }
  return found
}

/** The word that ends the here-document which a line begins. */
function hereDocumentEnd(line: string): string | undefined {
  return /<<'?([A-Z]+)'?$/.exec(line)?.[1]
}
