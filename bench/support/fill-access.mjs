const rare = 10

/**
 * A tenant with `groups` groups, and a session of one of its people who administers it: 200 applications with 10 roles each.
 * The person is in 10 groups in a tenant of any size, and each opens two roles and one application, so that the
 * answers are the same. Every other group has three mappings and as many members as given, and each custom role three groups.
 * Everyone else is in the last group too. Answers the session and the ids.
 */
export async function fillAccess(client, { slug, groups, people = 1_000, members = 10, customRoles = 0, audit = 0 }) {
  /** The same number of rows with a rare name, however long a list is. */
  const named = (what, at, count) =>
    `case when ${at} % greatest(1, ${count}::int / ${rare}) = 1 then 'Rare ' else '${what} ' end || ${at}`
  const run = (text, ...values) => client.query(text, values)
  const token = `bench-session-of-${slug}`
  await run(`insert into tenants (tenant_id, slug, name) values (md5($1 || 'tenant')::uuid, $1, $1)`, slug)
  await run(
    `insert into identity_providers (tenant_id, id, name, type, config, is_primary)
     select md5($1 || 'tenant')::uuid, md5($1 || 'provider')::uuid, 'Main', type, config, true
       from identity_providers where type = 'OIDC' limit 1`,
    slug,
  )
  await run(
    `insert into username_formats (tenant_id, id, identity_provider_id, type, value)
     select md5($1 || 'tenant')::uuid, md5($1 || 'format')::uuid, md5($1 || 'provider')::uuid, 'suffix', $1 || '.example'`,
    slug,
  )
  await run(
    `insert into environments (tenant_id, id, name, slug, type)
     select md5($1 || 'tenant')::uuid, md5($1 || 'environment')::uuid, 'Production', 'production', 'PROD'`,
    slug,
  )
  await run(
    `insert into applications (tenant_id, id, slug, label)
     select md5($1 || 'tenant')::uuid, md5($1 || 'application' || n)::uuid, 'app' || n, 'Application ' || n
       from generate_series(1, 200) n`,
    slug,
  )
  await run(
    `insert into environment_applications (tenant_id, environment_id, application_id, launch_url)
     select tenant_id, md5($1 || 'environment')::uuid, id, 'https://app.example/' from applications
      where tenant_id = md5($1 || 'tenant')::uuid`,
    slug,
  )
  await run(
    `insert into app_roles (tenant_id, id, environment_id, application_id, name, label)
     select md5($1 || 'tenant')::uuid, md5($1 || 'role' || n)::uuid, md5($1 || 'environment')::uuid,
            md5($1 || 'application' || 1 + (n - 1) / 10)::uuid, 'role' || n, 'Role ' || n
       from generate_series(1, 2000) n`,
    slug,
  )
  await run(
    `insert into groups (tenant_id, id, identity_provider_id, claim, name, last_seen_at)
     select md5($1 || 'tenant')::uuid, md5($1 || 'group' || g)::uuid, md5($1 || 'provider')::uuid, 'group' || g,
            ${named('Group', 'g', '$2')}, now()
       from generate_series(1, $2::int) g`,
    slug,
    groups,
  )
  await run(
    `insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, last_sign_in_at)
     select md5($1 || 'tenant')::uuid, md5($1 || 'user' || u)::uuid, md5($1 || 'provider')::uuid, 'subject' || u,
            'person' || u || '@' || $1 || '.example', ${named('Person', 'u', '$2')}, 'P' || u, now()
       from generate_series(1, $2::int) u`,
    slug,
    people,
  )
  // Groups 1 to 10 are those of person 1.
  await run(
    `insert into user_groups (tenant_id, user_id, group_id)
     select md5($1 || 'tenant')::uuid, md5($1 || 'user1')::uuid, md5($1 || 'group' || g)::uuid from generate_series(1, 10) g
      union
     select md5($1 || 'tenant')::uuid, md5($1 || 'user' || 2 + (g * 7919::bigint + n * 131) % ($3 - 1))::uuid,
            md5($1 || 'group' || g)::uuid
       from generate_series(11, $2::int) g, generate_series(1, $4::int) n
      union
     select md5($1 || 'tenant')::uuid, md5($1 || 'user' || u)::uuid, md5($1 || 'group' || $2::int)::uuid
       from generate_series(2, $3::int) u where $2::int > 10`,
    slug,
    groups,
    people,
    members,
  )
  await run(
    `insert into app_role_groups (tenant_id, role_id, group_id)
     select md5($1 || 'tenant')::uuid, md5($1 || 'role' || r)::uuid, md5($1 || 'group' || g)::uuid
       from generate_series(1, 10) g, lateral (values (g), (g + 1000)) v (r)
      union
     select md5($1 || 'tenant')::uuid, md5($1 || 'role' || 1 + (g * 13 + n * 977) % 2000)::uuid, md5($1 || 'group' || g)::uuid
       from generate_series(11, $2::int) g, generate_series(1, 2) n`,
    slug,
    groups,
  )
  await run(
    `insert into application_access_groups (tenant_id, environment_id, application_id, group_id)
     select md5($1 || 'tenant')::uuid, md5($1 || 'environment')::uuid, md5($1 || 'application' || 1 + g % 200)::uuid,
            md5($1 || 'group' || g)::uuid
       from generate_series(1, $2::int) g`,
    slug,
    groups,
  )
  await run(
    `insert into tenant_roles (tenant_id, id, label)
     select md5($1 || 'tenant')::uuid, md5($1 || 'custom role' || n)::uuid, ${named('Custom role', 'n', '$2')}
       from generate_series(1, $2::int) n`,
    slug,
    customRoles,
  )
  await run(
    `insert into tenant_role_groups (tenant_id, environment_id, role_id, group_id)
     select distinct md5($1 || 'tenant')::uuid, md5($1 || 'environment')::uuid, md5($1 || 'custom role' || r)::uuid,
            md5($1 || 'group' || 1 + (r * 17 + n * 1013) % $3::int)::uuid
       from generate_series(1, $2::int) r, generate_series(1, 3) n`,
    slug,
    customRoles,
    groups,
  )
  await run(
    `insert into portal_role_groups (tenant_id, role, group_id)
     select md5($1 || 'tenant')::uuid, 'security-admin', md5($1 || 'group1')::uuid`,
    slug,
  )
  await run(
    `insert into sessions
       (tenant_id, id_hash, user_id, identity_provider_id, sign_in_id, environment_id, idle_secs, authenticated_at, expires_at)
     select md5($1 || 'tenant')::uuid, sha256($2::bytea), md5($1 || 'user1')::uuid, md5($1 || 'provider')::uuid,
            gen_random_uuid(), md5($1 || 'environment')::uuid, 36000, now(), now() + interval '10 hours'`,
    slug,
    Buffer.from(token),
  )
  await run(
    `insert into audit (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, request_id)
     select md5($1 || 'tenant')::uuid, md5($1 || 'audit' || n)::uuid, now() - n * interval '1 ms', 'user', 'user' || n, 'Person ' || n,
            'session.begin', 'user', 'user' || n, ${named('Person', 'n', '$2')}, 'request' || n
       from generate_series(1, $2::int) n`,
    slug,
    audit,
  )
  await run('vacuum (analyze)')
  const { rows } = await run(
    `select md5($1 || 'user1')::uuid as person, md5($1 || 'environment')::uuid as environment,
            md5($1 || 'application5')::uuid as application, md5($1 || 'provider')::uuid as provider,
            md5($1 || 'application' || 1 + $2::int % 200)::uuid as "everyonesApplication", md5($1 || 'group1')::uuid as "group",
            'person7@' || $1 || '.example' as username`,
    slug,
    groups,
  )
  return { token, ...rows[0] }
}
