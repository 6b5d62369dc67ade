import type { LazyParts } from '../create-core.ts'
import type { ReadInto } from '../feedback/store.ts'
import { getUsernameFormats, saveUsernameFormats, whereIs, type WhereIs } from './contract.ts'
import { formatsOf, type FormatsFormState } from './form.ts'
import type { UsernameFormats } from './rules.ts'

export type OpenedFormats = { readonly formats: UsernameFormats; readonly etag: string | undefined }

export type UsernameFormatCalls = {
  /** 'not-found' draws the no-data message, undefined means it was reported. */
  open(id: string, into?: ReadInto): Promise<OpenedFormats | 'not-found' | undefined>
  /** undefined means it was reported; the complaints are about `prefixes.N` and `suffixes.N`. */
  save(target: { id: string; etag: string | undefined }, form: FormatsFormState): Promise<OpenedFormats | undefined>
  /** Where a username would go, and why. */
  whereIs(username: string): Promise<WhereIs | undefined>
}

/** `core.lazily(createUsernameFormats)`. The lists themselves live in a form. */
export function createUsernameFormats({ client, feedback, say }: LazyParts): UsernameFormatCalls {
  return {
    async open(id, into) {
      const outcome = await client.call(getUsernameFormats, { params: { id } })
      if (outcome.ok) return { formats: outcome.value, etag: outcome.etag }
      if (outcome.problem.kind === 'expected' && outcome.problem.status === 404) return 'not-found'
      feedback.reportLoad(outcome.problem, into)
      return undefined
    },
    async save({ id, etag }, form) {
      feedback.clear()
      const outcome = await client.call(saveUsernameFormats, { params: { id }, body: formatsOf(form), ifMatch: etag })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      feedback.openSuccess(say('formats.saved'))
      return { formats: outcome.value, etag: outcome.etag }
    },
    async whereIs(username) {
      const outcome = await client.call(whereIs, { query: { username } })
      if (outcome.ok) return outcome.value
      feedback.report(outcome.problem)
      return undefined
    },
  }
}
