import { expect, it } from 'vitest'

import type { TreeNode } from './tree.ts'
import { createMappingTree } from './tree.ts'

const group = (name: string) => ({ id: name, name, claim: name, idp: 'main', idpName: 'Main' })
const role = (id: string, groups: readonly string[]) => ({
  id,
  kind: 'application-role',
  appId: 'billing',
  appLabel: 'Billing',
  roleId: id,
  role: id,
  label: id,
  groups: groups.map(group),
  groupCount: groups.length,
  etag: '1',
})
const page = (mappings: readonly object[], next: string | null = null) => ({ mappings, readonly: false, next })

/** Answers by the name of the endpoint; a list of mappings by its page. */
function open(mappings: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const called: string[] = []
  const answers: Record<string, unknown> = {
    listAdminEnvironments: { environments: [{ id: 'e', name: 'Production', type: 'PROD', urn: 'u', readonly: false }] },
    listApplications: {
      applications: [
        { id: 'billing', label: 'Billing', urn: 'u' },
        { id: 'vault', label: 'Vault', urn: 'u' },
      ],
    },
    ...more,
  }
  const call = async ({ name }: { name: string }, args: { query?: { cursor?: string } } = {}) => {
    const from = args.query?.cursor ?? 'first'
    called.push(name === 'listMappings' ? `${name} ${from}` : name)
    return { ok: true, value: name === 'listMappings' ? mappings[from] : answers[name] }
  }
  const feedback = { reportLoad: (problem: unknown) => void called.push(`failed ${JSON.stringify(problem)}`) }
  return { called, parts: { client: { call } as never, feedback: feedback as never } }
}

const shown = (lines: readonly TreeNode[]) =>
  lines.map(({ depth, part }) => {
    const text =
      'name' in part
        ? part.name
        : 'label' in part
          ? part.label
          : part.kind === 'group'
            ? part.group.name
            : part.kind === 'role'
              ? part.role.label
              : part.of
    return `${'  '.repeat(depth)}${text}`
  })

const at = (tree: ReturnType<typeof createMappingTree>, text: string) => {
  const node = tree.lines().find((_, index) => shown(tree.lines())[index]?.trim() === text)
  if (node === undefined) throw new Error(`There is no ${text}.`)
  return node
}

it('reads each part when it is unfolded, and all pages of it, once', async () => {
  const { called, parts } = open({
    first: page([role('reader', ['staff', 'finance'])], 'second'),
    second: page([role('writer', [])]),
  })
  const tree = createMappingTree(parts, { kind: 'environments' })
  await tree.load()
  expect([shown(tree.lines()), called]).toEqual([['Production'], ['listAdminEnvironments']])
  await tree.expand(at(tree, 'Production'))
  expect(shown(tree.lines())).toEqual(['Production', '  portal-role', '  tenant-role', '  Billing', '  Vault'])
  await tree.expand(at(tree, 'Billing'))
  expect(called.slice(2)).toEqual(['listMappings first', 'listMappings second'])
  expect(shown(tree.lines())).toContain('    reader')
  expect(at(tree, 'writer').isOpenable).toBe(false)
  await tree.expand(at(tree, 'reader'))
  expect(shown(tree.lines()).slice(3)).toEqual([
    '  Billing',
    '    reader',
    '      staff',
    '      finance',
    '    writer',
    '  Vault',
  ])
  tree.collapse(at(tree, 'Billing'))
  await tree.expand(at(tree, 'Billing'))
  expect(called).toHaveLength(4)
  expect(shown(tree.lines())).toContain('      staff')
})

it('the groups of an application without roles are below the application', async () => {
  const vault = {
    id: 'v',
    kind: 'application',
    appId: 'vault',
    role: '',
    label: 'Vault',
    groups: [group('auditors')],
    groupCount: 1,
    etag: '1',
  }
  const { parts } = open({ first: page([vault]) })
  const tree = createMappingTree(parts, { kind: 'environments' })
  await tree.load()
  await tree.expand(at(tree, 'Production'))
  await tree.expand(at(tree, 'Vault'))
  expect(shown(tree.lines()).slice(-2)).toEqual(['  Vault', '    auditors'])
})

it('read again it shows what is new, and what was unfolded stays so', async () => {
  const answers: Record<string, unknown> = { first: page([role('reader', ['staff'])]) }
  const { parts } = open(answers)
  const tree = createMappingTree(parts, { kind: 'environments' })
  await tree.load()
  for (const name of ['Production', 'Billing', 'reader']) await tree.expand(at(tree, name))
  answers['first'] = page([role('reader', ['staff', 'new'])])
  await tree.load()
  expect(shown(tree.lines()).filter((line) => line.startsWith('      '))).toEqual(['      staff', '      new'])
})

it('of a group it shows what it gives: environment, application, role', async () => {
  const use = { environmentId: 'e', environmentName: 'Production' }
  const mappings = [
    { id: 'p', kind: 'portal-role', roleId: 'r', role: 'security-admin', label: 'Security Admin' },
    { ...role('reader', []), ...use },
    { id: 'a', kind: 'tenant-role', roleId: 'auditor', role: 'Auditor', label: 'Auditor', ...use },
    { id: 'v', kind: 'application', appId: 'vault', role: '', label: 'Vault', ...use },
  ]
  const { parts } = open({}, { listGroupMappings: { mappings } })
  const tree = createMappingTree(parts, { kind: 'group', id: 'staff' })
  await tree.load()
  expect(shown(tree.lines())).toEqual([
    'portal-role',
    '  Security Admin',
    'Production',
    '  Billing',
    '    reader',
    '  tenant-role',
    '    Auditor',
    '  Vault',
  ])
})
