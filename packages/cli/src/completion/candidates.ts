import type { Command, Option } from 'commander'

/** What can stand at the end of a command line. `files`: whatever the shell offers for files. */
export type Candidate = { readonly value: string; readonly text: string }

/** Where values that are not commander's come from, by what they are called: `account`, `environment`, `output`, … */
export type ValueSource = (name: string, command: Command) => Promise<readonly Candidate[] | 'files' | undefined>

/** Candidates for the last of the words, which may be empty. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  valuesOf: ValueSource,
): Promise<readonly Candidate[] | 'files'> {
  const typed = words.at(-1) ?? ''
  const { command, argumentCount, waiting, isLiteral } = walk(program, words.slice(0, -1))
  const fitting = (all: readonly Candidate[]) => all.filter(({ value }) => value.startsWith(typed))

  if (waiting !== undefined) {
    const values = await valuesOf(nameOf(waiting), command)
    return values === undefined || values === 'files' ? (values ?? []) : fitting(values)
  }
  const [, flag = '', given] = /^(--[\w-]+)=(.*)$/.exec(typed) ?? []
  if (given !== undefined) {
    const option = optionsOf(command).find(({ long }) => long === flag)
    const values = option && (await valuesOf(nameOf(option), command))
    if (values === undefined || values === 'files') return []
    return values
      .map(({ value, text }) => ({ value: `${flag}=${value}`, text }))
      .filter(({ value }) => value.startsWith(typed))
  }
  if (typed.startsWith('-') && !isLiteral) {
    const options = optionsOf(command).filter(({ hidden }) => !hidden)
    return fitting(options.map((option) => ({ value: option.long ?? option.short ?? '', text: option.description })))
  }
  const children = command.commands.filter((child) => !child.name().startsWith('__'))
  if (children.length > 0 && argumentCount === 0)
    return fitting(children.map((child) => ({ value: child.name(), text: child.description() })))
  const wanted =
    command.registeredArguments[argumentCount] ?? command.registeredArguments.findLast((one) => one.variadic)
  const values = wanted === undefined ? [] : await valuesOf(wanted.name(), command)
  return values === undefined || values === 'files' ? (values ?? []) : fitting(values)
}

/** How far the finished words lead: the command, its arguments so far, an option that waits for its value. */
function walk(program: Command, words: readonly string[]) {
  let command = program
  let argumentCount = 0
  let waiting: Option | undefined
  let isLiteral = false
  for (const word of words) {
    if (waiting !== undefined) {
      waiting = undefined
      continue
    }
    if (word === '--' && !isLiteral) isLiteral = true
    else if (word.startsWith('-') && word.length > 1 && !isLiteral) {
      const option = optionsOf(command).find(({ long, short }) => long === word || short === word)
      // An optional value is taken only where the next word is one: the shell does not know, so it is not waited for.
      if (option?.required) waiting = option
    } else {
      const child = argumentCount === 0 ? childOf(command, word) : undefined
      if (child === undefined) argumentCount += 1
      else command = child
    }
  }
  return { command, argumentCount, waiting, isLiteral }
}

function childOf(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word))
}

function optionsOf(command: Command): readonly Option[] {
  const above = command.parent === null ? [] : optionsOf(command.parent)
  return [...command.options, ...above.filter(({ long }) => long !== '--version')]
}

/** `--service-account` is asked for as `service-account`. */
function nameOf(option: Option): string {
  return (option.long ?? option.short ?? '').replace(/^-+/, '')
}
