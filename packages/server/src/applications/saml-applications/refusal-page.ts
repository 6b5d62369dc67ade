import type { WordId } from '@portico/core/contract'

import type { Answer } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { plainPage } from '../../kit/pages/page.ts'

export type Reason = Extract<WordId, `samlApplications.${string}`>

/** Why an application was not opened. `form`: leads back to the application and reports it there. */
export function refusalPage(
  reason: Reason,
  {
    reference,
    values,
    form,
  }: {
    /** The id of the request, by which an administrator finds the reason in the log. */
    readonly reference: string
    readonly values?: Readonly<Record<string, unknown>>
    readonly form?: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | undefined
  },
): Answer<undefined> {
  const button = form && { ...form, label: say('samlApplications.return') }
  const paragraphs = [say(reason, values), say('error.code', { code: reference })]
  return plainPage(say('samlApplications.refused'), paragraphs, { status: 403, form: button })
}
