import { createStore, type StoreApi } from 'zustand/vanilla'

import { listApplications } from '../../applications/applications/contract.ts'
import { orderApplications } from '../../applications/applications/order.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { environmentSections } from '../../tenant/environments/sections.ts'
import { listAdminEnvironments } from '../../tenant/environments/contract.ts'
import { listGroupMappings, listMappings, type GroupUse, type MappedGroup, type Mapping } from './contract.ts'
import type { MappingFilter } from './list.ts'
import { usesByEnvironment } from './uses.ts'

type Role = Pick<Mapping, 'kind' | 'appId' | 'appLabel' | 'roleId' | 'role' | 'label'>

/** What a line of the tree is. Custom roles and roles of the portal stand beside the applications of an environment. */
export type TreePart =
  | { readonly kind: 'environment'; readonly envId: string; readonly name: string }
  /** Without an environment: the roles of the portal, which are the same in all of them. */
  | { readonly kind: 'section'; readonly envId: string; readonly of: 'portal-role' | 'tenant-role' }
  | { readonly kind: 'application'; readonly envId: string; readonly appId: string; readonly label: string }
  | { readonly kind: 'role'; readonly envId: string; readonly role: Role; readonly groupCount?: number | undefined }
  | { readonly kind: 'group'; readonly group: MappedGroup }

export type TreeNode = {
  /** The ids of the parts above it are its beginning. */
  readonly id: string
  readonly depth: number
  readonly part: TreePart
  /** Whether something can be below it. */
  readonly isOpenable: boolean
}

export type TreeState = {
  readonly status: 'loading' | 'ready' | 'failed' | 'not-found'
  readonly roots: readonly TreeNode[]
  readonly open: ReadonlySet<string>
  /** By the id of the node above; read when it is opened for the first time. */
  readonly below: ReadonlyMap<string, readonly TreeNode[]>
}

export type MappingTree = StoreApi<TreeState> & {
  /** Reads it again; what was open stays open. */
  load(): Promise<void>
  expand(node: TreeNode): Promise<void>
  collapse(node: TreeNode): void
  /** What is to be seen, from top to bottom. */
  lines(): readonly TreeNode[]
}

/** Environment, application, role, group; or from a group: environment, application, role. */
export type TreeSource = { readonly kind: 'environments' } | { readonly kind: 'group'; readonly id: string }

/** Reads each part of the mappings when it is opened, so that a large tenant costs no more than a small one. */
export function createMappingTree(
  { client, feedback }: Pick<LazyParts, 'client' | 'feedback'>,
  source: TreeSource,
): MappingTree {
  const store = createStore<TreeState>(() => ({ status: 'loading', roots: [], open: new Set(), below: new Map() }))

  async function read(node: TreeNode): Promise<Outcome<readonly TreeNode[]>> {
    const { part } = node
    switch (part.kind) {
      case 'environment':
        return partsOf(client, node, part.envId)
      case 'section':
        return rolesOf(client, node, part.envId, { kind: part.of })
      case 'application':
        return rolesOf(client, node, part.envId, { app: part.appId })
      case 'role':
      case 'group':
        return { ok: true, value: [], etag: undefined }
    }
  }

  async function expand(node: TreeNode): Promise<void> {
    if (!node.isOpenable) return
    if (!store.getState().below.has(node.id)) {
      const answer = await read(node)
      if (!answer.ok) return feedback.reportLoad(answer.problem)
      const found = answer.value
      const own = found.filter(({ depth }) => depth === node.depth + 1)
      store.setState(({ below }) => ({
        below: new Map([...below, [node.id, own], ...groupsBelow(own, found)]),
      }))
    }
    store.setState(({ open }) => ({ open: new Set([...open, node.id]) }))
  }

  return {
    ...store,
    expand,
    async load() {
      const answer = source.kind === 'group' ? await usesOf(client, source.id) : await environmentsOf(client)
      if (!answer.ok) {
        const isGone = answer.problem.kind === 'expected' && answer.problem.status === 404
        store.setState({ status: isGone ? 'not-found' : 'failed' })
        return isGone ? undefined : feedback.reportLoad(answer.problem)
      }
      const { open } = store.getState()
      const { roots, below, isOpen } = answer.value
      store.setState({ status: 'ready', roots, below, open: isOpen ? new Set([...open, ...below.keys()]) : new Set() })
      // Those above come first, because they hold the others.
      for (const id of isOpen ? [] : [...open].toSorted((one, other) => one.length - other.length)) {
        const node = [...roots, ...[...store.getState().below.values()].flat()].find((one) => one.id === id)
        if (node !== undefined) await expand(node)
      }
    },
    collapse: ({ id }) => store.setState(({ open }) => ({ open: new Set([...open].filter((one) => one !== id)) })),
    lines() {
      const { roots, open, below } = store.getState()
      const shown = (node: TreeNode): readonly TreeNode[] =>
        open.has(node.id) ? [node, ...(below.get(node.id) ?? []).flatMap(shown)] : [node]
      return roots.flatMap(shown)
    },
  }
}

type Roots = {
  readonly roots: readonly TreeNode[]
  readonly below: ReadonlyMap<string, readonly TreeNode[]>
  /** Everything was read at once, and is shown. */
  readonly isOpen: boolean
}

async function environmentsOf(client: Client): Promise<Outcome<Roots>> {
  const answer = await client.call(listAdminEnvironments)
  if (!answer.ok) return answer
  const { production, nonProduction } = environmentSections(answer.value.environments)
  const roots = [...production, ...nonProduction].map(({ id, name }) =>
    nodeOf(undefined, id, { kind: 'environment', envId: id, name }),
  )
  return { ok: true, value: { roots, below: new Map(), isOpen: false }, etag: undefined }
}

/** What a group gives, by environment and application. */
async function usesOf(client: Client, groupId: string): Promise<Outcome<Roots>> {
  const answer = await client.call(listGroupMappings, { params: { id: groupId } })
  if (!answer.ok) return answer
  const below = new Map<string, readonly TreeNode[]>()
  const roots = usesByEnvironment(answer.value.mappings).map(({ id: envId = '', name, uses }) => {
    const root =
      name === undefined
        ? nodeOf(undefined, 'portal', { kind: 'section', envId, of: 'portal-role' })
        : nodeOf(undefined, envId, { kind: 'environment', envId, name })
    const parts =
      name === undefined
        ? uses.map((use) => roleNode(root, envId, use, undefined))
        : partsOfUses(root, envId, uses, below)
    below.set(root.id, parts)
    return root
  })
  return { ok: true, value: { roots, below, isOpen: true }, etag: undefined }
}

function partsOfUses(
  root: TreeNode,
  envId: string,
  uses: readonly GroupUse[],
  below: Map<string, readonly TreeNode[]>,
): readonly TreeNode[] {
  const parts = new Map<string, TreeNode>()
  for (const use of uses) {
    const { appId, appLabel } = use
    const part: TreePart =
      appId === undefined
        ? { kind: 'section', envId, of: 'tenant-role' }
        : { kind: 'application', envId, appId, label: use.kind === 'application' ? use.label : (appLabel ?? '') }
    const made = nodeOf(root, appId ?? 'tenant-role', part)
    const node = parts.get(made.id) ?? made
    parts.set(node.id, node)
    // Access without a role is the application itself.
    if (use.kind !== 'application')
      below.set(node.id, [...(below.get(node.id) ?? []), roleNode(node, envId, use, undefined)])
  }
  return [...parts.values()].map((node) => ({ ...node, isOpenable: below.has(node.id) }))
}

async function partsOf(client: Client, above: TreeNode, envId: string): Promise<Outcome<readonly TreeNode[]>> {
  const answer = await client.call(listApplications, { params: { envId } })
  if (!answer.ok) return answer
  const sections = (['portal-role', 'tenant-role'] as const).map((of) =>
    nodeOf(above, of, { kind: 'section', envId, of }),
  )
  const applications = orderApplications(answer.value.applications).map(({ id: appId, label }) =>
    nodeOf(above, appId, { kind: 'application', envId, appId, label }),
  )
  return { ok: true, value: [...sections, ...applications], etag: undefined }
}

/** The roles of a part with their groups; the groups of an application without roles are below the application itself. */
async function rolesOf(
  client: Client,
  above: TreeNode,
  envId: string,
  filter: MappingFilter,
): Promise<Outcome<readonly TreeNode[]>> {
  const nodes: TreeNode[] = []
  let cursor: string | undefined
  do {
    const query = { ...filter, limit: '200', ...(cursor !== undefined && { cursor }) }
    const answer = await client.call(listMappings, { params: { envId }, query })
    if (!answer.ok) return answer
    for (const mapping of answer.value.mappings) {
      const role = mapping.kind === 'application' ? undefined : roleNode(above, envId, mapping, mapping.groupCount)
      const holder = role ?? above
      const groups = mapping.groups.map((group) => nodeOf(holder, group.id, { kind: 'group', group }))
      nodes.push(...(role === undefined ? [] : [role]), ...groups)
    }
    cursor = answer.value.next ?? undefined
  } while (cursor !== undefined)
  return { ok: true, value: nodes, etag: undefined }
}

/** The groups of each role, which were read with it. */
function groupsBelow(
  roles: readonly TreeNode[],
  all: readonly TreeNode[],
): readonly (readonly [string, readonly TreeNode[]])[] {
  return roles
    .filter(({ part }) => part.kind === 'role')
    .map((role) => [role.id, all.filter(({ id, depth }) => depth === role.depth + 1 && id.startsWith(`${role.id} `))])
}

function roleNode(
  above: TreeNode,
  envId: string,
  role: Role & { readonly id: string },
  groupCount: number | undefined,
): TreeNode {
  const { kind, appId, appLabel, roleId, role: word, label } = role
  const part: TreePart = { kind: 'role', envId, role: { kind, appId, appLabel, roleId, role: word, label }, groupCount }
  return { ...nodeOf(above, role.id, part), isOpenable: groupCount !== undefined && groupCount > 0 }
}

function nodeOf(above: TreeNode | undefined, id: string, part: TreePart): TreeNode {
  return {
    id: above === undefined ? id : `${above.id} ${id}`,
    depth: above === undefined ? 0 : above.depth + 1,
    part,
    isOpenable: part.kind !== 'group' && part.kind !== 'role',
  }
}
