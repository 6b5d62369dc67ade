import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'

/** The lines that a guide tells its reader to run in a shell, by the language of the block. */
export function guideLines({ root }: Installation, guide: string, heading: string, language: string): string[] {
  const text = readFileSync(join(root, 'docs', 'guides', guide), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section)?.[1]
  if (block === undefined) throw new Error(`${guide} has no block for ${language} under ${heading}.`)
  return block.split('\n').filter(Boolean)
}
