import { createIdleTimeEditor, idleTimeLabel, idleTimeNoun, type IdleTime, type IdleTimeForm } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { editorFormView } from '../../../kit/terminal/form/editor-form-view.ts'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

/** After how long without a call sessions end: the form of spec section 5, as hh:mm. */
export function idleTimeView(app: App): View {
  const { words, core } = app
  const editor = createIdleTimeEditor(core, { lock: () => app.tenantRefusal() })
  const readonly = () =>
    editor.getState().form.fetched?.readonly === true ? words.say('IDLE_TIME_READ_ONLY') : undefined
  const rows = (): readonly FormRow[] => {
    const { idletime } = editor.getState().form
    const refusal = readonly()
    return [
      { kind: 'note', id: 'lead', text: words.say('idleTime.lead') },
      ...(refusal === undefined
        ? []
        : [{ kind: 'note' as const, id: 'readonly', text: refusal, look: 'warn' as const }]),
      {
        kind: 'field',
        id: 'idletime',
        label: words.say('idleTime.after'),
        shown: idletime,
        help: idleTimeLabel(idletime, words),
        problem: editor.problemOf('idletime'),
      },
    ]
  }
  const cursor = createFormCursor({
    rows,
    editorOf: (row) => {
      if (row !== 'idletime') return undefined
      const { idletime: value } = editor.getState().form
      return {
        kind: 'line',
        line: createLine({ value, changed: (text) => editor.setIdleTime(text) }),
        mask: false,
        placeholder: 'hh:mm',
      }
    },
    left: (row) => editor.visit(row),
  })
  const saving: Saving<IdleTimeForm, IdleTime> = { app, editor, toList: () => app.replace({ view: 'overview' }) }

  return editorFormView(app, {
    name: 'idle time',
    saving,
    cursor,
    unguard: core.leaveBlocker.guard(guardOf(saving)),
    locked: () => app.tenantRefusal() ?? readonly(),
    edit: () => ({ label: 'Edit', run: () => void cursor.edit() }),
    bindings: () => [],
    back: { id: 'form.back', keys: ['esc'], label: 'Back', run: () => app.move('back') },
    crumbs: () => [words.text(idleTimeNoun.label)],
    command: () => (editor.hasChanges() ? editor.command() : commandText(['idle-time', 'get'])),
    webPath: () => '/portal/admin/global-settings/security-settings',
  })
}
