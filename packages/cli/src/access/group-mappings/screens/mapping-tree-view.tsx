import { createMappingTree, mappingNoun, type TreeNode, type TreeSource } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, padEnd } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { useWatched } from '../../../kit/terminal/draw/use-watched.ts'
import { createFinder } from '../../../kit/terminal/find/finder.ts'
import { Found } from '../../../kit/terminal/find/marked.tsx'
import { rangesOf } from '../../../kit/terminal/find/ranges.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { backBinding, moveBindings } from '../../../kit/terminal/list/list-bindings.ts'
import { offsetFor } from '../../../kit/terminal/list/list-cursor.ts'
import { openMapping } from './open-mapping.ts'
import { partText } from './tree-text.ts'

/** Environment, application, role, group; or what one group gives. Each part is read when it is opened. */
export function mappingTreeView(app: App, group?: { readonly id: string; readonly name: string }): View {
  const { core, words } = app
  const source: TreeSource = group === undefined ? { kind: 'environments' } : { kind: 'group', id: group.id }
  const memory = `mapping-tree ${group?.id ?? ''}`
  const tree = core.lazily((parts) => createMappingTree(parts, source), memory)
  const { index = 0, offset = 0 } = app.remembered.get(memory) ?? {}
  const cursor = createStore(() => ({ index, offset }))
  const lines = () => tree.lines()
  const height = () => Math.max(1, app.layout().contentHeight - 1)
  const at = () => Math.max(0, Math.min(cursor.getState().index, lines().length - 1))
  const current = (): TreeNode | undefined => lines()[at()]
  const moveTo = (wanted: number) => {
    const index = Math.max(0, Math.min(wanted, lines().length - 1))
    cursor.setState(({ offset }) => ({ index, offset: offsetFor(index, offset, lines().length, height()) }))
  }
  const text = (node: TreeNode) => neutralise(partText(node.part, words))
  const found = (wanted: string) =>
    lines().flatMap((node, index) => (rangesOf(text(node), wanted).length > 0 ? [index] : []))
  const finder = createFinder(words, {
    count: (wanted) => found(wanted).length,
    nearest: (wanted) =>
      Math.max(
        0,
        found(wanted).findIndex((index) => index >= at()),
      ),
    show: (place, wanted) => moveTo(found(wanted)[place] ?? 0),
  })
  const stores = [tree, cursor, finder]
  const isOpen = (node: TreeNode) => tree.getState().open.has(node.id)
  const sentence = () => {
    const { status, roots } = tree.getState()
    if (status === 'loading') return words.say('banner.loading')
    if (status === 'not-found') return words.text('It is mapped to nothing.')
    if (status === 'failed') return words.say('error.notLoaded.title')
    return roots.length === 0 ? words.text('It is mapped to nothing.') : undefined
  }
  const lineText = (node: TreeNode) => {
    const mark = node.isOpenable ? (isOpen(node) ? '-' : '+') : ' '
    return `${'  '.repeat(node.depth)}${mark} ${text(node)}`
  }

  function Body({ width, height: rows }: { width: number; height: number }) {
    useStore(app.state)
    useWatched(stores)
    const { wanted } = finder.getState()
    const instead = sentence()
    if (instead !== undefined) return <Text dimColor>{instead}</Text>
    const all = lines()
    const first = offsetFor(at(), cursor.getState().offset, all.length, rows - 1)
    const { focus } = app.state.getState()
    return (
      <Box flexDirection="column" height={rows} overflow="hidden">
        {all.slice(first, first + rows - 1).map((node, index) => {
          const isCurrent = first + index === at()
          const shown = `${isCurrent ? app.glyphs.pointer : ' '} ${lineText(node)}`
          return (
            <Text key={node.id} inverse={isCurrent && focus === 'view'} wrap="truncate">
              <Found text={isCurrent ? padEnd(cut(shown, width), width) : cut(shown, width)} wanted={wanted} />
            </Text>
          )
        })}
        <Box flexGrow={1} />
        <Text dimColor wrap="truncate">
          {words.say('tui.place', { at: at() + 1, count: all.length })}
        </Text>
      </Box>
    )
  }

  /** To the line above that holds this one. */
  function toParent(node: TreeNode): void {
    const all = lines()
    const parent = all.slice(0, at()).findLastIndex(({ depth }) => depth === node.depth - 1)
    if (parent !== -1) moveTo(parent)
  }

  function bindings(): readonly Binding[] {
    const node = current()
    const noNode = () => (node === undefined ? 'There is nothing here.' : undefined)
    const role = node?.part.kind === 'role' ? node.part : undefined
    const whole = node?.part.kind === 'application' ? node.part : undefined
    const ofGroup = node?.part.kind === 'group' ? node.part.group : undefined
    return [
      {
        id: 'tree.open',
        keys: ['enter'],
        label:
          node === undefined || node.isOpenable ? (node !== undefined && isOpen(node) ? 'Fold' : 'Unfold') : 'Open',
        refused: noNode,
        run: () => {
          if (node === undefined) return
          if (node.isOpenable) return isOpen(node) ? tree.collapse(node) : tree.expand(node)
          if (role !== undefined) return openMapping(app, role.envId, role.role)
          if (whole !== undefined) return openMapping(app, whole.envId, { ...whole, kind: 'application', role: '' })
          if (ofGroup !== undefined) return app.go({ view: 'group-tree', id: ofGroup.id, name: ofGroup.name })
        },
      },
      {
        id: 'tree.unfold',
        keys: ['right', 'l'],
        label: 'Unfold',
        refused: noNode,
        hint: false,
        run: () => (node === undefined ? undefined : isOpen(node) ? moveTo(at() + 1) : tree.expand(node)),
      },
      {
        id: 'tree.fold',
        keys: ['left', 'h'],
        label: 'Fold',
        refused: noNode,
        hint: false,
        run: () => (node === undefined ? undefined : isOpen(node) ? tree.collapse(node) : toParent(node)),
      },
      {
        id: 'mapping.groups',
        keys: ['e'],
        label: 'Groups',
        refused: () => (role === undefined ? 'No role is selected.' : undefined),
        run: () => role && openMapping(app, role.envId, role.role),
      },
      {
        id: 'mapping.uses',
        keys: ['u'],
        label: 'Used by',
        refused: () => (ofGroup === undefined ? 'No group is selected.' : undefined),
        run: () => ofGroup && app.go({ view: 'group-uses', id: ofGroup.id, name: ofGroup.name }),
      },
      ...moveBindings({ move: (by) => moveTo(at() + by), moveTo, page: height }),
      backBinding(app),
    ]
  }

  const environment = () => {
    const part = current()?.part
    return part !== undefined && 'envId' in part && part.envId !== '' ? part.envId : undefined
  }
  return {
    Body,
    crumbs: () =>
      group === undefined
        ? [words.text(mappingNoun.labelPlural), words.text('Tree')]
        : [words.text('Groups'), neutralise(group.name), words.text('Tree')],
    command: () => {
      const env = environment()
      if (group !== undefined) return commandText(['mapping', 'uses', group.id])
      return commandText([
        'mapping',
        'list',
        ...(env === undefined ? [] : ['--env', app.environment(env)?.name ?? env]),
      ])
    },
    webPath: () => {
      const env = environment()
      if (group !== undefined) return '/portal/admin/groups'
      return env === undefined
        ? '/portal/admin/environment-settings'
        : `/portal/admin/environment-settings/${encodeURIComponent(env)}/roles-and-groups`
    },
    open: async () => {
      const { environments } = core
      const isKnown = environments.getState().adminEnvironments !== undefined
      await Promise.all([tree.load(), isKnown ? undefined : environments.fetchAdmin()])
      moveTo(at())
    },
    close: () => void app.remembered.set(memory, { ...cursor.getState(), query: {} }),
    filter: finder.filter,
    watched: stores,
    target(line) {
      const first = offsetFor(at(), cursor.getState().offset, lines().length, height())
      const index = first + line
      if (line >= height() || index >= lines().length) return undefined
      return { isCurrent: index === at(), select: () => moveTo(index) }
    },
    spoken: () => {
      const node = current()
      const instead = sentence()
      if (instead !== undefined || node === undefined) return [instead ?? words.text('There is nothing here.')]
      const state = node.isOpenable ? [words.text(isOpen(node) ? 'unfolded' : 'folded')] : []
      const place = words.say('tui.place', { at: at() + 1, count: lines().length })
      return [[text(node), ...state, words.say('tui.level', { level: node.depth + 1 }), place].join(', ')]
    },
    layer: { name: 'mapping-tree', isModal: false, bindings: () => [...finder.bindings(), ...bindings()] },
  }
}
