import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from 'commander'

import { topics } from './topics.ts'

/** Writes the manual as troff pages of section 1, one for each command, from the descriptions `--help` prints. */
export function writeManual(program: Command, folder: string, version: string): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const commands = [program, ...descendantsOf(program)]
  return commands.map((command) => {
    const file = `${pathOf(command).join('-')}.1`
    writeFileSync(join(folder, file), pageOf(command, version))
    return file
  })
}

/** One page, in the man macros. */
export function pageOf(command: Command, version: string): string {
  const path = pathOf(command)
  const isProgram = command.parent === null
  const help = command.createHelp()
  const lines = [
    `.TH ${quoted(path.join('-').toUpperCase())} 1 "" ${quoted(`portico ${version}`)} "Portico"`,
    '.SH NAME',
    `${escaped(path.join('-'))} \\- ${escaped(command.description())}`,
    '.SH SYNOPSIS',
    `.B ${escaped(path.join(' '))}`,
    escaped(command.usage()),
  ]
  const children = visible(command)
  if (children.length > 0)
    lines.push('.SH COMMANDS', ...children.flatMap((child) => entry(child.name(), child.description())))
  const options = help.visibleOptions(command)
  if (options.length > 0) lines.push('.SH OPTIONS', ...options.flatMap((one) => entry(one.flags, one.description)))
  if (isProgram)
    for (const { name, text } of topics)
      lines.push(`.SH ${quoted(name.toUpperCase())}`, '.nf', ...text().split('\n').map(escaped), '.fi')
  const others = isProgram ? children : [command.parent as Command, ...children]
  if (others.length > 0)
    lines.push('.SH SEE ALSO', others.map((other) => `${escaped(pathOf(other).join('-'))}(1)`).join(', '))
  return `${lines.join('\n')}\n`
}

function entry(head: string, text: string): string[] {
  return ['.TP', `.B ${escaped(head)}`, escaped(text)]
}

function visible(command: Command): readonly Command[] {
  return command.commands.filter((child) => !child.name().startsWith('__'))
}

function descendantsOf(command: Command): readonly Command[] {
  return visible(command).flatMap((child) => [child, ...descendantsOf(child)])
}

function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()]
}

/** Escapes a line of text, so that it contains no macro and hyphens can be copied. */
function escaped(text: string): string {
  const safe = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(safe) ? `\\&${safe}` : safe
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\(dq')}"`
}
