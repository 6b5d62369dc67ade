import { describe, expect, it } from 'vitest'

import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, rows, soon, connect, run, state, settled, user, waits } = provisioningUnderTest()

describe('given and family name', () => {
  /** What the directory of a person says of the name, as a SCIM user that it sent. */
  const directorySays = (username: string, name: object) =>
    rows(`insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource, person_id)
      select tenant_id, id, identity_provider_id, username, username, true, '${JSON.stringify({ name })}', id
        from users where username = '${username}'
      on conflict (tenant_id, id) do update set resource = excluded.resource`)
  const nameOf = (username: string) => user(username)?.['name']
  /** Compares again, and returns what was sent for people because of it. */
  async function sentByComparing() {
    const before = at.application.seen.length
    const [was] = await rows<{ at: Date }>(`select compared_at as at from provisioning_connections`)
    await soon()
    await expect
      .poll(async () => Date.parse((await state()).comparedAt ?? '') > (was?.at.getTime() ?? 0), waits)
      .toBe(true)
    await settled()
    return at.application.seen.slice(before).filter(({ path, method }) => path.startsWith('/Users') && method !== 'GET')
  }

  it('are sent as the directory says them, a change of them too, and nothing that is empty', async () => {
    await directorySays('ada', { givenName: ' Ada ', familyName: 'Lovelace', formatted: 'Countess Lovelace' })
    await directorySays('bob', { givenName: 'Bob', familyName: ' ', formatted: '' })
    await connect()
    run()
    await settled()
    expect(nameOf('ada')).toEqual({ givenName: 'Ada', familyName: 'Lovelace', formatted: 'Countess Lovelace' })
    expect([nameOf('bob'), user('bob')?.['displayName']]).toEqual([{ givenName: 'Bob', formatted: 'bob' }, 'bob'])
    await directorySays('ada', { givenName: 'Ada', familyName: 'King' })
    const sent = await sentByComparing()
    expect(sent).toHaveLength(1)
    expect(nameOf('ada')).toMatchObject({ givenName: 'Ada', familyName: 'King', formatted: 'ada' })
    expect(user('ada')?.['displayName']).toBe('ada')
  })

  it('are sent once to an application that ignores them', async () => {
    await directorySays('ada', { givenName: 'Ada', familyName: 'Lovelace' })
    at.application.interfere = ({ body }) => {
      if (Object(body) === body) delete (body as { name?: unknown }).name
      return undefined
    }
    await connect()
    run()
    await settled()
    expect(user('ada')?.['name']).toBeUndefined()
    expect(await sentByComparing()).toEqual([])
    expect(await sentByComparing()).toEqual([])
  })

  it('are sent once after an upgrade, and people without them are not sent again', async () => {
    await connect()
    run()
    await settled()
    const old = `sha256(convert_to(jsonb_build_array(u.username, u.name, u.email, (
      select jsonb_agg(jsonb_build_object('value', r.name, 'display', r.label) order by r.name)
        from app_roles r where r.visible and r.environment_id = '${at.params.envId}'
         and exists (select from app_role_groups g join user_groups ug on ug.group_id = g.group_id
                      where g.role_id = r.id and ug.user_id = u.id)))::text, 'UTF8'))`
    const asBefore = await rows<{ username: string }>(
      `select u.username from users u join provisioned_objects o on o.id = u.id where o.sent = ${old} order by 1`,
    )
    expect(asBefore.map(({ username }) => username)).toEqual(['ada', 'bob'])
    await directorySays('ada', { givenName: 'Ada' })
    expect(await sentByComparing()).toMatchObject([{ method: 'PATCH' }])
    expect(nameOf('ada')).toMatchObject({ givenName: 'Ada' })
    expect(await sentByComparing()).toEqual([])
  })
})
