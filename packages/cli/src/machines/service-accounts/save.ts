import { dependencyText, type OpenedAccount, type Problem, type ServiceAccountEditor } from '@portico/core'

import { CommandFailure, failureSaying } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** The account itself was saved, its applications were not. */
export class HalfSaved extends CommandFailure {}

/** Saves an editor without violations: the account, then its applications (spec section 4). */
export async function saveAccount(editor: ServiceAccountEditor): Promise<OpenedAccount> {
  const before = editor.getState()
  const outcome = await editor.save()
  const { stored } = editor.getState()
  if (!outcome.ok && 'refusal' in outcome) throw new TypeError(outcome.refusal.message)
  if (outcome.ok && stored !== undefined) return stored
  if (outcome.ok) throw new TypeError('A save has no result.')
  if (stored === undefined || stored === before.stored) throw new CommandFailure(failureOf(outcome.problem))
  throw halfSaved(editor, stored, before.id === undefined ? 'created' : 'changed', outcome.problem)
}

/** Reports what was saved, what was not, and the command that completes the save. */
function halfSaved(
  editor: ServiceAccountEditor,
  { account }: OpenedAccount,
  done: 'created' | 'changed',
  problem: Problem,
): HalfSaved {
  const failure = failureOf(problem)
  const flags = editor
    .getState()
    .form.dependencies.map((dependency) => ` --app ${dependencyText(dependency)}`)
    .join('')
  const who = phrase`The service account ${account.name} (${account.id})`
  const why = phrase`but its applications were not saved: ${failure.message}${flags === '' ? '' : phrase` One command finishes it.`}`
  const said = done === 'created' ? phrase`${who} was created, ${why}` : phrase`${who} was changed, ${why}`
  const { kind, ...rest } = failure
  const more = {
    ...rest,
    hint:
      flags === ''
        ? failure.hint
        : `portico service-account update ${account.id} --env ${editor.environmentId}${flags}`,
  }
  return new HalfSaved(failureSaying(kind, said, more))
}
