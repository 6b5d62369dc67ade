import { folded, isIdWord } from '@portico/core'
import type { Command, Option } from 'commander'

import type { Candidate, Values } from '../../kit/command-kit/candidate.ts'
import { fieldNamesOf } from '../../kit/command-kit/options.ts'
import { pathCandidates } from './paths.ts'

/** `files`: the shell completes file names. */
export type Completion = readonly Candidate[] | 'files'

/** An option or an argument to complete a value for. `typed`: the part of the value typed so far. */
export type Wanted = {
  readonly name: string
  readonly option?: Option
  readonly command: Command
  /** Words before this one. */
  readonly words: readonly string[]
  readonly typed: string
}

export type ValueSource = (wanted: Wanted) => Promise<Values | undefined>

/** Candidates for the last word, which may be empty. `cwd`: base of relative file names. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  { valuesOf, cwd }: { readonly valuesOf: ValueSource; readonly cwd: string },
): Promise<Completion> {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const { command, argumentCount, waiting, optional, isLiteral } = walk(program, before)
  const ask = async (option: Option, head: string) => {
    const wanted = { name: nameOf(option), option, command, words: before, typed: typed.slice(head.length) }
    return fitting(await valuesOf(wanted), { head, typed, cwd })
  }

  if (waiting !== undefined) return ask(waiting, '')
  const head = /^(?:--[\w-]+=|-[A-Za-z](?=[^-]))/.exec(typed)?.[0]
  if (head !== undefined && !isLiteral) {
    const option = optionNamed(command, head.replace(/=$/, ''))
    return option?.required || option?.optional ? ask(option, head) : []
  }
  if (typed.startsWith('-') && !isLiteral) return flagsOf(command, typed)
  const fields = optional === undefined ? [] : await ask(optional, '')
  const children = command.commands.filter((child) => !child.name().startsWith('__'))
  if (children.length > 0 && argumentCount === 0)
    return startingWith(
      typed,
      children.map((child) => ({ value: child.name(), text: child.description() })),
    )
  const argument =
    command.registeredArguments[argumentCount] ?? command.registeredArguments.findLast((one) => one.variadic)
  if (argument === undefined) return fields
  const values = await valuesOf({ name: argument.name(), command, words: before, typed })
  const found = fitting(values, { head: '', typed, cwd, isArgument: !isLiteral })
  return found === 'files' || fields === 'files' ? found : [...fields, ...found]
}

type Place = {
  readonly head: string
  readonly typed: string
  readonly cwd: string
  /** A word that begins with a hyphen would be read as an option. */
  readonly isArgument?: boolean
}

function fitting(values: Values | undefined, { head, typed, cwd, isArgument = false }: Place): Completion {
  if (values === undefined) return []
  if ('filesAfter' in values) {
    const before = head + values.filesAfter
    return before === '' ? 'files' : pathCandidates(before, typed, cwd)
  }
  const { candidates, isList = false } = values
  if (isList) return listed(candidates, head, typed)
  const part = typed.slice(head.length)
  const safe = candidates.flatMap((candidate) => {
    const { value, text, id, urn } = candidate
    if (part.startsWith('urn:') && urn?.startsWith(part) === true) return { value: urn, text: value }
    const isIdTyped = id?.startsWith(part) === true && isIdWord(folded(part)) && !value.startsWith(part)
    // Another person may have chosen the name: it must not become an option.
    if (!isIdTyped && !(isArgument && value.startsWith('-'))) return candidate
    return id === undefined ? [] : { value: id, text: text === value || text === id ? value : `${value} ${text}` }
  })
  return startingWith(
    typed,
    safe.map((candidate) => ({ ...candidate, value: head + candidate.value })),
  )
}

/** The next item of a comma-separated list, without items already listed. */
function listed(candidates: readonly Candidate[], head: string, typed: string): Candidate[] {
  const before = typed.slice(0, Math.max(head.length, typed.lastIndexOf(',') + 1))
  const used = new Set(before.slice(head.length).split(','))
  const left = candidates.filter(({ value }) => !used.has(value))
  return startingWith(
    typed,
    left.map(({ value, text }) => ({ value: before + value, text, goesOn: left.length > 1 })),
  )
}

function startingWith(typed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(typed))
}

function flagsOf(command: Command, typed: string): Candidate[] {
  const options = optionsOf(command).filter(({ hidden }) => !hidden)
  return startingWith(
    typed,
    options.map((option) => ({ value: option.long ?? option.short ?? '', text: option.description })),
  )
}

/** Parses the finished words: the command, the number of its arguments so far, an option that expects a value next. */
function walk(program: Command, words: readonly string[]) {
  let command = program
  let argumentCount = 0
  let waiting: Option | undefined
  let optional: Option | undefined
  let isLiteral = false
  for (const word of words) {
    const isValue = waiting !== undefined || (optional !== undefined && takes(optional, word, program))
    waiting = undefined
    optional = undefined
    if (isValue) continue
    if (word === '--' && !isLiteral) isLiteral = true
    else if (word.startsWith('-') && word.length > 1 && !isLiteral) {
      const option = optionNamed(command, word)
      if (option?.required) waiting = option
      if (option?.optional) optional = option
    } else {
      const child = argumentCount === 0 ? childOf(command, word) : undefined
      if (child === undefined) argumentCount += 1
      else command = child
    }
  }
  return { command, argumentCount, waiting, optional, isLiteral }
}

/** Whether the word is the option's optional value: for `--json` as in program/json-flag.ts, for others as in commander. */
function takes(option: Option, word: string, program: Command): boolean {
  return option.long === '--json' ? word.includes(',') || fieldNamesOf(program).has(word) : !word.startsWith('-')
}

function childOf(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word))
}

function optionNamed(command: Command, flag: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => long === flag || short === flag)
}

function optionsOf(command: Command): readonly Option[] {
  const above = command.parent === null ? [] : optionsOf(command.parent)
  return [...command.options, ...above.filter(({ long }) => long !== '--version')]
}

/** `--service-account` → `service-account`. */
function nameOf(option: Option): string {
  return (option.long ?? option.short ?? '').replace(/^-+/, '')
}
