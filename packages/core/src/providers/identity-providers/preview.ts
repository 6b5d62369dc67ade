import { createStore, type StoreApi } from 'zustand/vanilla'

import type { EditorParts } from '../../kit/editing/noun.ts'
import type { ConfigValue } from './config-values.ts'
import { providerViolations, type ProviderFormState } from './form.ts'
import { previewTransforms, type PreviewedName } from './preview-contract.ts'
import { transformsOfLines } from './transform-lines.ts'
import { transformFieldNames, type NameTransform, type TransformField } from './transform-rules.ts'

export type TransformPreviewState = {
  /** undefined until the first answer. */
  readonly names: readonly PreviewedName[] | undefined
  /** Why there is no current answer, as the server says it. */
  readonly problem: string | undefined
  readonly isAsking: boolean
}

export type TransformPreview = StoreApi<TransformPreviewState> & {
  /**
   * Shows what becomes of names with the transforms in the form. One call runs at a time; what changes meanwhile is asked
   * again at its end. Transforms with violations are not sent.
   */
  run(): Promise<void>
  /** A name that is typed beside those that were seen. */
  type(kind: PreviewedName['kind'], name: string): void
}

type Asked = { readonly form: ProviderFormState; readonly id: string | undefined }

/** The preview beside a form of a saved provider. */
export function createTransformPreview(client: EditorParts['client'], ask: () => Asked): TransformPreview {
  const store = createStore<TransformPreviewState>(() => ({ names: undefined, problem: undefined, isAsking: false }))
  const typed = { username: '', group: '' }
  const wanted = () => {
    const { form, id } = ask()
    const isBroken = providerViolations(form).some(({ fieldID }) => isTransformField(fieldID))
    return id === undefined || isBroken ? undefined : { id, ...transformsOf(form.values), typed: { ...typed } }
  }

  async function answer({
    id,
    usernameTransforms,
    groupTransforms,
    typed: names,
  }: NonNullable<ReturnType<typeof wanted>>) {
    const usernames = names.username.trim() === '' ? [] : [names.username]
    const groups = names.group.trim() === '' ? [] : [names.group]
    const body = { usernameTransforms, groupTransforms, usernames, groups }
    const outcome = await client.call(previewTransforms, { params: { id }, body })
    if (outcome.ok) return store.setState({ names: outcome.value.names, problem: undefined })
    const { problem } = outcome
    store.setState({
      problem: problem.kind === 'expected' ? (problem.details[0]?.errorMessage ?? problem.errorMessage) : undefined,
    })
  }

  return {
    ...store,
    async run() {
      if (store.getState().isAsking) return
      let asked = wanted()
      while (asked !== undefined) {
        store.setState({ isAsking: true })
        await answer(asked)
        const next = wanted()
        asked = JSON.stringify(next) === JSON.stringify(asked) ? undefined : next
      }
      store.setState({ isAsking: false })
    },
    type(kind, name) {
      typed[kind] = name
      void this.run()
    },
  }
}

export function isTransformField(name: string): name is TransformField {
  return (transformFieldNames as readonly string[]).includes(name)
}

function transformsOf(values: Readonly<Record<string, ConfigValue>>) {
  // They have no violations.
  const read = (name: TransformField) => transformsOfLines(String(values[name] ?? '')) as NameTransform[]
  return { usernameTransforms: read('usernameTransforms'), groupTransforms: read('groupTransforms') }
}
