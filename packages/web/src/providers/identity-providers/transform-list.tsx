import {
  hasPattern,
  hasText,
  linesOfRows,
  movedRow,
  transformKinds,
  transformRowsOf,
  transformsMax,
  type ConfigField,
  type IdentityProviderEditor,
  type NameTransformKind,
  type TransformRow,
} from '@portico/core'
import { useProblem } from '@portico/core/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon } from '../../kit/ui/admin-icons.tsx'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './transform-list.module.css'
import { TransformPreview } from './transform-preview.tsx'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** An ordered list of transforms: add, change, move and remove, with a preview of what becomes of names. */
export function TransformList({ editor, field }: Properties) {
  const words = useWords()
  const described = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  /** What to focus once the changed rows are drawn, as `data-focus` names it. */
  const next = useRef<string>(undefined)
  const lines = useStore(editor, ({ form }) => String(form.values[field.name] ?? ''))
  const isStored = useStore(editor, ({ id }) => id !== undefined)
  const problem = useProblem(editor, field.name)
  const rows = transformRowsOf(lines)
  const kinds = transformKinds.filter(({ kind }) => kind !== 'split' || field.name === 'groupTransforms')
  const set = (changed: readonly TransformRow[]) => editor.setField(field.name, linesOfRows(changed))
  const move = (index: number, by: -1 | 1) => {
    next.current = `${by} ${index + by}`
    set(movedRow(rows, index, by))
  }
  // The button goes away with its row: the focus moves to the row that takes its place.
  const remove = (index: number) => {
    next.current = rows.length === 1 ? 'add' : `remove ${Math.min(index, rows.length - 2)}`
    set(rows.filter((_, other) => other !== index))
  }
  useLayoutEffect(() => {
    if (next.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-focus="${next.current}"]`)?.focus()
    next.current = undefined
  }, [lines])

  return (
    <fieldset ref={list} className={styles['root']} aria-describedby={described}>
      <legend>{field.label}</legend>
      <p id={described} className={texts['soft']}>
        {field.help} {rows.length === 0 && words.say('transforms.none')}
      </p>
      {rows.length > 0 && (
        <ol className={styles['rows']}>
          {rows.map((row, index) => {
            const position = index + 1
            const change = (part: Partial<TransformRow>) => set(rows.with(index, { ...row, ...part }))
            return (
              // The order is what is edited, so a row is its place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={styles['row']}>
                <NativeSelect
                  label={words.say('transforms.kind', { position })}
                  value={row.kind}
                  options={kinds.map(({ kind: value, label }) => ({ value, label: words.text(label) }))}
                  onChange={(kind) => change({ kind: kind as NameTransformKind })}
                />
                {hasText(row.kind) && (
                  <TextField
                    label={words.say(hasPattern(row.kind) ? 'transforms.pattern' : 'transforms.text', { position })}
                    dir="ltr"
                    verbatim
                    value={row.text}
                    onChange={(text) => change({ text })}
                    onBlur={() => editor.visit(field.name)}
                  />
                )}
                {row.kind === 'replace' && (
                  <TextField
                    label={words.say('transforms.replacement', { position })}
                    dir="ltr"
                    verbatim
                    value={row.replacement}
                    onChange={(replacement) => change({ replacement })}
                    onBlur={() => editor.visit(field.name)}
                  />
                )}
                <div className={styles['actions']}>
                  <IconButton
                    label={words.say('transforms.up', { position })}
                    disabled={index === 0}
                    data-focus={`-1 ${index}`}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowUpIcon />
                  </IconButton>
                  <IconButton
                    label={words.say('transforms.down', { position })}
                    disabled={index === rows.length - 1}
                    data-focus={`1 ${index}`}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDownIcon />
                  </IconButton>
                  <IconButton
                    label={words.say('transforms.remove', { position })}
                    data-focus={`remove ${index}`}
                    onClick={() => remove(index)}
                  >
                    <TrashIcon />
                  </IconButton>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {problem !== undefined && <p className={texts['danger']}>{problem}</p>}
      <div className={styles['actions']}>
        <Button
          disabled={rows.length >= transformsMax}
          aria-label={`${words.say('transforms.add')}: ${field.label}`}
          data-focus="add"
          onClick={() => set([...rows, { kind: 'strip-prefix', text: '', replacement: '' }])}
        >
          <PlusIcon />
          {words.say('transforms.add')}
        </Button>
      </div>
      {isStored && <TransformPreview editor={editor} field={field} />}
    </fieldset>
  )
}
