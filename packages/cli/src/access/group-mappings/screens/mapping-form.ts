import {
  createMappingEditor,
  mappingName,
  type MappedGroup,
  type MappingEditor,
  type MappingFormState,
  type MappingTarget,
  type TenantGroups,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createFormCursor, type FormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import { groupRowId, mappingRows } from './mapping-rows.ts'

export type MappingForm = {
  readonly app: App
  readonly target: MappingTarget
  readonly editor: MappingEditor
  readonly cursor: FormCursor
  readonly saving: Saving<MappingFormState, TenantGroups>
  readonly name: string
  /** The group under the cursor. */
  current(): MappedGroup | undefined
  load(): Promise<void>
}

/** The groups of a role or of an application: core's editor and the cursor position. */
export function createMappingForm(app: App, target: MappingTarget): MappingForm {
  const { core } = app
  const { environments } = core
  const { envId } = target
  const editor = createMappingEditor(core, { target, lock: () => app.writeRefusal(envId) })
  const cursor = createFormCursor({ rows: () => mappingRows(app, target, editor), editorOf: () => undefined })
  return {
    app,
    target,
    editor,
    cursor,
    name: mappingName(target),
    saving: { app, editor, toList: () => app.replace({ view: 'mappings', environmentId: envId }) },
    current() {
      const rowId = cursor.current()?.id
      return editor.getState().form.groups.find((group) => groupRowId(group) === rowId)
    },
    async load() {
      const isKnown = environments.getState().adminEnvironments !== undefined
      await Promise.all([editor.load(), isKnown ? undefined : environments.fetchAdmin()])
    },
  }
}
