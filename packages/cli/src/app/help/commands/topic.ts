import { closest } from '@portico/core'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { topics } from '../topics.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** `help topics`, `help topics NAME`, `help NAME`. */
export async function run(
  options: CommonOptions & { words: readonly string[] },
  { io }: CommandContext,
): Promise<void> {
  const [first = '', second] = options.words
  const name = first === 'topics' ? second : first
  if (name === undefined) {
    const list = topics.map((topic) => `  ${topic.name.padEnd(12)}  ${topic.summary}\n`).join('')
    return io.stdout.write(`Topics, each shown by "portico help topics NAME":\n\n${list}`)
  }
  const topic = topics.find((known) => known.name === name)
  if (topic !== undefined) return io.stdout.write(`${topic.summary}\n\n${topic.text()}\n`)
  const names = topics.map((known) => known.name)
  const guess = closest(name, names)
  return fail(
    'usage',
    phrase`There is no help for ${name}.${guess === undefined ? phrase` Topics: ${names.join(', ')}.` : phrase` Did you mean ${guess}?`}`,
    {
      hint: 'portico help topics',
    },
  )
}
