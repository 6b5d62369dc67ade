import type { RandomChoices } from '../../../../testing/random-choices.ts'
import { filterComparisonsMax, keysMax, patchOperationsMax, valuesMax } from '../../limits.ts'
import { patchOf } from '../directory.ts'
import type { Names } from './names.ts'
import type { FuzzRequest } from './wire.ts'

const times = <T>(length: number, one: (at: number) => T) => Array.from({ length }, (_, at) => one(at))

/** Requests at and above the limits: what takes more than linear time takes seconds here. */
export function largeRequests(
  choices: RandomChoices,
  { userIds, groupIds, others }: Names,
): readonly (() => FuzzRequest)[] {
  // The first users have many and large values (parties.ts).
  const user = `/Users/${userIds[choices.oneOf([0, 1])]}`
  const group = `/Groups/${groupIds[0]}`
  const sign = choices.oneOf([' ', 'a', 'a.', '"', '\\', '(', '[', ':', 'urn:', '-', '.', '😀'])
  const long = (length: number) => sign.repeat(length / sign.length)
  const ids = (length: number) => times(length, (at) => `01999999-9999-7999-8999-${String(at).padStart(12, '0')}`)
  const patch = (address: string, length: number, one: (at: number) => unknown) =>
    json('PATCH', address, patchOf(...times(length, one)))
  const find = (filter: string) => json('POST', choices.oneOf(['/.search', '/Users/.search']), { filter, count: 200 })
  const any = (length: number, one: (at: number) => string) => times(length, one).join(choices.oneOf([' or ', ' and ']))
  const either = (length: number, one: (at: number) => string) => times(length, one).join(' or ')
  const unknown = (length: number) => Object.fromEntries(times(length, (at) => [`${long(40)}${at}`, 1]))
  return [
    () =>
      patch(user, patchOperationsMax, (at) => ({
        op: 'replace',
        path: `emails[display eq "${at % 90}"].type`,
        value: `${at}`,
      })),
    () =>
      patch(user, patchOperationsMax, (at) => ({
        op: 'add',
        path: 'emails',
        value: [{ value: `${at % 9}`, type: 'work' }],
      })),
    () => patch(user, patchOperationsMax, () => ({ op: 'add', path: 'ims[type eq "new"].value', value: long(200) })),
    () =>
      patch(user, patchOperationsMax, () => ({
        op: 'add',
        path: 'ims',
        value: times(valuesMax, (at) => ({ value: `${at}`, type: 'im' })),
      })),
    () =>
      patch(user, patchOperationsMax, (of) => ({
        op: 'add',
        path: 'phoneNumbers',
        value: times(3, (at) => ({ value: `${of * 3 + at}` })),
      })),
    () =>
      patch(user, patchOperationsMax, () => ({
        op: 'remove',
        path: `emails[${either(filterComparisonsMax, (at) => `value co "#${at}"`)}]`,
      })),
    () => patch(user, patchOperationsMax, () => ({ op: 'add', path: long(3_900), value: 'x' })),
    () =>
      patch(user, 10, () => ({
        op: 'remove',
        path: `emails[${any(filterComparisonsMax, (at) => `value co "#${at}"`)}]`,
      })),
    () => patch(user, patchOperationsMax, () => ({ op: 'add', value: { title: long(4_000) } })),
    () => patch(user, 2, () => ({ op: 'add', value: unknown(keysMax / 2) })),
    () => patch(group, patchOperationsMax, () => ({ op: 'remove', path: `members[value eq "${others.userIds[0]}"]` })),
    () =>
      patch(group, 20, () => ({
        op: 'remove',
        path: `members[${ids(filterComparisonsMax)
          .map((id) => `value eq "${id}"`)
          .join(' or ')}]`,
      })),
    () => patch(group, 20, () => ({ op: 'remove', path: 'members', value: ids(5_000).map((value) => ({ value })) })),
    () => json('PUT', group, { displayName: 'large', members: ids(20_000).map((value) => ({ value })) }),
    () => json('POST', '/Groups', { displayName: 'large', members: times(20_000, () => ({ value: userIds[0] })) }),
    () => json('POST', '/Users', { userName: 'large', ...unknown(keysMax + 1) }),
    () => json('POST', '/Users', Object.fromEntries(times(200_000, (at) => [`unknown${at}`, at]))),
    () => json('POST', '/Users', { userName: 'large', emails: times(3_000, () => unknown(30)) }),
    () => json('POST', '/Users', { userName: long(1_000_000), title: long(1_000_000) }),
    () =>
      json('POST', '/Users', {
        userName: 'large',
        [long(1_000_000)]: 1,
        emails: times(101, (at) => ({ value: long(600), type: `${at}` })),
      }),
    () => find(any(filterComparisonsMax, (at) => `emails.value co "${at}x"`)),
    () => find(any(filterComparisonsMax, (at) => `emails[value co "${at}x" and type ne "y"]`)),
    () => find(any(30, () => `title ew ${JSON.stringify(sign.repeat(20))}`)),
    () => find(long(3_900)),
    () => find(`title eq "${long(3_900)}`),
    () => find(`userName eq "a" ${long(3_900)}`),
    () => json('POST', '/.search', { attributes: times(50_000, () => `${long(10)}.value`) }),
    () => json('POST', '/Users/.search', { excludedAttributes: times(100, () => long(500)), sortBy: long(4_000) }),
    () => json('POST', '/Users/.search', { sortBy: long(1_000_000), filter: long(1_000_000) }),
    () => ({
      ...json('GET', user, undefined),
      headers: { 'if-none-match': times(1_000, (at) => `W/"${at + 1000}"`).join(',') },
    }),
    () =>
      json(
        'GET',
        `/Users?attributes=${encodeURIComponent(times(1_000, () => long(10).trim()).join(','))}`
          .slice(0, 12_000)
          .replace(/%.?$/, ''),
        undefined,
      ),
  ]
}

function json(method: string, address: string, body: unknown): FuzzRequest {
  return {
    method,
    address,
    headers: body === undefined ? {} : { 'content-type': 'application/scim+json' },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
}
