import type { Io } from '../../kit/io/io.ts'
import { paint } from '../../kit/output/colour.ts'
import { neutralise } from '../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../kit/output/width.ts'
import type { OurValue } from './noun.ts'

/** Values to copy, never truncated, grouped by provider. */
export function valueLines(values: readonly OurValue[], io: Io): string {
  const width = Math.max(0, ...values.map(({ label }) => widthOf(label)))
  const lines = values.flatMap(({ provider, label, value }, at) => {
    const isNext = provider !== null && provider !== values[at - 1]?.provider
    const heading = isNext ? [...(at === 0 ? [] : ['']), paint(neutralise(provider), 'bold', io.stdout, io.env)] : []
    return [...heading, `${padEnd(neutralise(label), width)}  ${neutralise(value)}`]
  })
  return lines.map((line) => `${line}\n`).join('')
}
