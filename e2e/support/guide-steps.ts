import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'

/** The shell blocks of a guide whose sections are numbered steps; each remembers whether it was taken. */
export type GuideSteps = {
  /** The block of a step by its place, from 0; without one, the only block. */
  block(step: number, place?: number): string
  /** The blocks that were never taken, as `step: first line`. */
  untaken(): readonly string[]
  /** The items of the list under a heading. */
  items(heading: string): readonly string[]
}

export function readGuideSteps({ root }: Installation, guide: string): GuideSteps {
  const text = readFileSync(join(root, 'docs', 'guides', guide), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  const blocks = sections.flatMap((section) => {
    const step = Number.parseInt(section, 10)
    return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => ({ step, lines }))
  })
  const taken = new Set<string>()
  return {
    block(step, place) {
      const found = blocks.filter((one) => one.step === step)
      const one = found[place ?? 0]
      if (one === undefined || (place === undefined && found.length !== 1))
        throw new Error(`Step ${step} of ${guide} has ${found.length} blocks.`)
      taken.add(one.lines)
      return one.lines
    },
    untaken: () =>
      blocks.filter(({ lines }) => !taken.has(lines)).map(({ step, lines }) => `${step}: ${lines.split('\n')[0]}`),
    items(heading) {
      const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? ''
      return [...section.matchAll(/^- (.*)$/gm)].map(([, item = '']) => item)
    },
  }
}
