import type { CliSignInResult } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { usePageTitle } from '../../kit/navigation/use-page-title.ts'
import { Notice } from '../../kit/feedback/notice.tsx'

const marks: Readonly<Record<CliSignInResult, string>> = {
  done: '✓',
  denied: '×',
  failed: '!',
  gone: '!',
  invalid: '!',
}

/** The outcome, the last page of this flow. */
export function Outcome({ result }: { readonly result: CliSignInResult }) {
  const words = useWords()
  const title = words.say(`cli.${result}Title`)
  usePageTitle(title)
  return (
    <Notice title={title} mark={marks[result]}>
      <p>{words.say(`cli.${result}Message`)}</p>
    </Notice>
  )
}
