import { paletteMessages, sectionMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from '../../kit/navigation/learned-words.tsx'

const catalogues = { palette: paletteMessages, sections: sectionMessages }

/** Renders its children once the sentences of the palette are loaded; they ship with it. */
export function PaletteWords({ children }: { children: ReactNode }) {
  return <LearnedWords of={catalogues}>{children}</LearnedWords>
}
