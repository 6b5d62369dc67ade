import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'

/** The lines that a guide tells its reader to run in a shell, by the language of the block; the first block of the section. */
export function guideLines(installation: Installation, guide: string, heading: string, language: string): string[] {
  return guideBlocks(installation, guide, heading, language)[0]?.split('\n').filter(Boolean) ?? []
}

/** Every block of a section in one language. Throws where there is none. */
export function guideBlocks({ root }: Installation, guide: string, heading: string, language: string): string[] {
  const text = readFileSync(join(root, 'docs', 'guides', guide), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...section.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  )
  if (blocks.length === 0) throw new Error(`${guide} has no block for ${language} under ${heading}.`)
  return blocks
}
