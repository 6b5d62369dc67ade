import type { Outcome } from '../../kit/http/client.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import {
  deactivatePerson,
  getPerson,
  reactivatePerson,
  signOutPerson,
  type Person,
  type PersonDetail,
} from './contract.ts'
import { personList } from './list.ts'

type Named = Pick<Person, 'id' | 'name'>

/** One person; the list of them is {@link personList}. Each change says what it did, or reports why it failed. */
export type People = {
  /** 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(id: string): Promise<PersonDetail | 'not-found' | undefined>
  /** True: it was done, and the list is read again. */
  signOut(person: Named): Promise<boolean>
  deactivate(person: Named): Promise<boolean>
  reactivate(person: Named): Promise<boolean>
}

/** `core.lazily(createPeople)`. */
export function createPeople({ client, feedback, lazily, say }: LazyParts): People {
  return {
    async open(id) {
      const answer = await client.call(getPerson, { params: { id } })
      if (answer.ok) return answer.value
      if (answer.problem.kind === 'expected' && answer.problem.status === 404) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
    signOut: ({ id, name }) =>
      change(client.call(signOutPerson, { params: { id } }), ({ endedSessions }) =>
        say('people.signedOut', { name, count: endedSessions }),
      ),
    deactivate: ({ id, name }) =>
      change(client.call(deactivatePerson, { params: { id } }), () => say('people.deactivated', { name })),
    reactivate: ({ id, name }) =>
      change(client.call(reactivatePerson, { params: { id } }), () => say('people.reactivated', { name })),
  }

  async function change<Value>(call: Promise<Outcome<Value>>, said: (value: Value) => string): Promise<boolean> {
    feedback.clear()
    const outcome = await call
    if (!outcome.ok) {
      feedback.report(outcome.problem)
      return false
    }
    const list = listOf({ lazily }, personList)
    if (list.getState().scope !== undefined) await list.refresh()
    feedback.openSuccess(said(outcome.value))
    return true
  }
}
