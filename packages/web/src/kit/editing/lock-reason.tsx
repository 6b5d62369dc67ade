import { sessionMessages, type WordId } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { LearnedWords } from '../navigation/learned-words.tsx'
import form from '../ui/form-page.module.css'

export type Reason = Extract<WordId, 'SUPPORT_NEVER' | 'SUPPORT_READ_ONLY'>

const catalogues = { 'of-sessions': sessionMessages }

/** Why a support session cannot use the controls below. */
export function LockReason({ reason }: { readonly reason: Reason }) {
  return (
    <LearnedWords of={catalogues}>
      <Sentence reason={reason} />
    </LearnedWords>
  )
}

function Sentence({ reason }: { readonly reason: Reason }) {
  return <p className={form['note']}>{useWords().say(reason)}</p>
}
