import { describe, expect, it } from 'vitest'

import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, change, soon, connect, run, settled, user } = provisioningUnderTest()

const says = (name: string, email: string) => change(`update users set email = '${email}' where username = '${name}'`)
const addressesOf = (name: string) =>
  ((user(name)?.['emails'] ?? []) as readonly { value: string }[]).map(({ value }) => value)
const own = (name: string) => `${name}@acme${at.round}.example`

describe('e-mail addresses of people who are sent to an application', () => {
  it('are those in a domain of their provider', async () => {
    await says('ada', own('ada'))
    await says('bob', 'hanna@globex.example')
    await connect({ sendGroups: false })
    run()
    await settled()
    expect([addressesOf('ada'), addressesOf('bob')]).toEqual([[own('ada')], []])
  })

  it('are all of them where the application does not identify people by them, and then only people with others are sent again', async () => {
    await says('ada', own('ada'))
    await says('bob', 'hanna@globex.example')
    await connect({ sendGroups: false, anyEmail: true })
    run()
    await settled()
    expect([addressesOf('ada'), addressesOf('bob')]).toEqual([[own('ada')], ['hanna@globex.example']])
    const before = at.application.seen.length
    await connect({ sendGroups: false })
    await settled()
    expect([addressesOf('ada'), addressesOf('bob')]).toEqual([[own('ada')], []])
    const sent = at.application.seen.slice(before).filter(({ method }) => method !== 'GET')
    expect(sent.map(({ path }) => path)).toEqual([`/Users/${String(user('bob')?.['id'])}`])
  })

  it('go when the domain is no longer one of the provider', async () => {
    await says('ada', own('ada'))
    await connect({ sendGroups: false })
    run()
    await settled()
    expect(addressesOf('ada')).toEqual([own('ada')])
    await change(`delete from username_formats where value = 'acme${at.round}.example'`)
    await soon()
    await expect.poll(() => addressesOf('ada'), { timeout: 30_000, interval: 20 }).toEqual([])
  })
})
