import { createStore, type StoreApi } from 'zustand/vanilla'

import type { EditorParts } from '../../kit/editing/noun.ts'
import type { EditorChange } from '../../kit/editing/state.ts'
import type { Guard } from '../../kit/navigation/leave-blocker.ts'
import type { MappedGroup, Mapping } from './contract.ts'
import type { MappingComparison } from './promote.ts'
import { createMappingEditor, type MappingEditor } from './editor.ts'
import { mappingChangesOf } from './form.ts'
import { mappingName } from './noun.ts'

/**
 * One mapping that a plan replaces, under the ETag that it was planned with. `stale`: another person changed it since (412);
 * `gone`: its role or application was deleted (404); `failed`: another failure, which was reported.
 */
export type MappingStep = {
  readonly mapping: Mapping
  /** The groups that the mapping is to have. */
  readonly groups: readonly MappedGroup[]
  readonly added: readonly MappedGroup[]
  readonly removed: readonly MappedGroup[]
  readonly state: 'planned' | 'saved' | 'stale' | 'gone' | 'failed'
  /** Why it was not sent, such as too many groups. */
  readonly reason?: string | undefined
}

export type MappingPlanState = { readonly steps: readonly MappingStep[]; readonly isSaving: boolean }

/** Changes of several mappings of one environment, reviewed together and saved one after the other. */
export type MappingPlan = StoreApi<MappingPlanState> & {
  readonly guard: Guard
  /** Why a mapping cannot be changed in this environment. Roles of the portal belong to no environment. */
  refusal(mapping: Pick<Mapping, 'kind'>): 'readonly' | 'portal-role' | undefined
  /** Adds a group to a mapping, or removes it; not while a save runs. */
  toggle(mapping: Mapping, group: MappedGroup): void
  /** Plans these groups and no others. */
  replace(mapping: Mapping, groups: readonly MappedGroup[]): void
  /** Saves the steps in order and stops at the first that fails. Resolves to whether all are saved. */
  apply(): Promise<boolean>
  /** After a stale step: the newer mapping, with the planned additions and removals on top. */
  readAgain(): Promise<void>
  /** Forgets the steps that are saved, or the planned ones too. */
  forgetSaved(): void
  discard(): void
  changes(): readonly EditorChange[]
}

type Environment = { readonly id: string; readonly name: string; readonly readonly: boolean }

/** Every step is a {@link createMappingEditor}, so limits, ETags and sentences are those of the form of one mapping. */
export function createMappingPlan(parts: EditorParts, environment: Environment): MappingPlan {
  const store = createStore<MappingPlanState>(() => ({ steps: [], isSaving: false }))
  const editors = new Map<string, MappingEditor>()
  // Success is reported once, for the whole plan.
  const quiet = { ...parts, feedback: { ...parts.feedback, openSuccess: () => undefined } }

  const refusal: MappingPlan['refusal'] = ({ kind }) =>
    kind === 'portal-role' ? 'portal-role' : environment.readonly ? 'readonly' : undefined
  const set = (steps: readonly MappingStep[]) => store.setState({ steps })
  const stepOf = (id: string) => store.getState().steps.find(({ mapping }) => mapping.id === id)

  function editorOf(mapping: Mapping): MappingEditor {
    const known = editors.get(mapping.id)
    if (known !== undefined && stepOf(mapping.id)?.state !== 'saved') return known
    const target = { ...mapping, envId: environment.id, environmentName: environment.name }
    const editor = createMappingEditor(quiet, {
      target,
      isReadonly: () => environment.readonly,
      retry: () => void apply(),
    })
    editor.openMapping(mapping)
    editors.set(mapping.id, editor)
    return editor
  }

  function put(mapping: Mapping, state: MappingStep['state']): void {
    const editor = editors.get(mapping.id)
    const { steps } = store.getState()
    if (editor === undefined) return
    const { form } = editor.getState()
    const step = { mapping, groups: form.groups, ...mappingChangesOf(form), state }
    if (state === 'planned' && !editor.hasChanges()) {
      editors.delete(mapping.id)
      return set(steps.filter((one) => one.mapping.id !== mapping.id))
    }
    const isKnown = steps.some((one) => one.mapping.id === mapping.id)
    set(isKnown ? steps.map((one) => (one.mapping.id === mapping.id ? step : one)) : [...steps, step])
  }

  function change(mapping: Mapping, by: (editor: MappingEditor) => void): void {
    if (refusal(mapping) !== undefined || store.getState().isSaving) return
    by(editorOf(mapping))
    put(mapping, 'planned')
  }

  /** Keeps what the step was reviewed as: after a save, the form has nothing left to change. */
  function mark(mapping: Mapping, state: MappingStep['state'], reason?: string): void {
    set(store.getState().steps.map((one) => (one.mapping.id === mapping.id ? { ...one, state, reason } : one)))
  }

  async function saveStep({ mapping }: MappingStep): Promise<boolean> {
    const editor = editors.get(mapping.id)
    if (editor === undefined) return false
    const outcome = await editor.save()
    if (outcome.ok) {
      mark(mapping, 'saved')
      return true
    }
    mark(mapping, editor.getState().conflict ?? 'failed', 'refusal' in outcome ? outcome.refusal.message : undefined)
    return false
  }

  async function apply(): Promise<boolean> {
    if (store.getState().isSaving) return false
    store.setState({ isSaving: true })
    try {
      for (const step of store.getState().steps) if (step.state !== 'saved' && !(await saveStep(step))) return false
    } finally {
      store.setState({ isSaving: false })
    }
    parts.feedback.openSuccess(parts.words().say('plan.saved', { count: store.getState().steps.length }))
    return true
  }

  const discard = () => {
    editors.clear()
    parts.feedback.clearError()
    set([])
  }

  return {
    ...store,
    guard: { hasChanges: () => store.getState().steps.some(({ state }) => state !== 'saved'), save: apply, discard },
    refusal,
    toggle: (mapping, group) => change(mapping, (editor) => editor.toggle(group)),
    replace: (mapping, groups) => change(mapping, (editor) => editor.replace(groups)),
    apply,
    async readAgain() {
      for (const { mapping, state } of store.getState().steps) {
        const editor = editors.get(mapping.id)
        if (state !== 'stale' || editor === undefined || !(await editor.refresh())) continue
        put(mapping, 'planned')
      }
    },
    forgetSaved: () => set(store.getState().steps.filter(({ state }) => state !== 'saved')),
    discard,
    changes: () =>
      store
        .getState()
        .steps.filter(({ state }) => state !== 'saved')
        .map(({ mapping, added, removed }) => ({
          field: mapping.id,
          label: mappingName(mapping),
          removed: removed.map(({ name }) => name),
          added: added.map(({ name }) => name),
        })),
  }
}

/** The plan that gives each mapping of `to` that differs the groups of its counterpart. */
export function createPromotion(
  parts: EditorParts,
  to: Environment,
  { different }: Pick<MappingComparison, 'different'>,
): MappingPlan {
  const plan = createMappingPlan(parts, to)
  for (const one of different) plan.replace(one.to, one.from.groups)
  return plan
}
