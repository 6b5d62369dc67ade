import {
  isMoreThanCounted,
  mappingName,
  type MappedGroup,
  type Mapping,
  type MappingPlan,
  type MappingStep,
} from '@portico/core'
import { memo, useCallback, useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { gridMove } from './grid-keys.ts'
import { editMappingPath, groupPath } from '../../kit/navigation/paths.ts'
import styles from './matrix-grid.module.css'

type Properties = {
  readonly envId: string
  readonly label: string
  readonly rows: readonly Mapping[]
  /** Place of the first row in the list, and how many the list has. */
  readonly start: number
  readonly total: number
  readonly columns: readonly MappedGroup[]
  readonly plan: MappingPlan
  readonly steps: readonly MappingStep[]
}

/**
 * Roles against groups. One cell at a time takes the focus by Tab, the arrow keys move it (ARIA Authoring Practices, grid
 * pattern), Space and Enter change a cell.
 */
export function MatrixGrid({ envId, label, rows, start, total, columns, plan, steps }: Properties) {
  const words = useWords()
  const table = useRef<HTMLTableElement>(null)
  const planned = new Map(steps.map(({ mapping, groups }) => [mapping.id, groups]))
  const toggle = useCallback((mapping: Mapping, group: MappedGroup) => plan.toggle(mapping, group), [plan])
  useEffect(() => keepTabStop(table.current))
  return (
    <div className={styles['scroll']}>
      <table
        ref={table}
        // The grid pattern on a native table, whose rows and headings it keeps.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={styles['grid']}
        aria-label={label}
        aria-rowcount={isMoreThanCounted(total) ? -1 : total + 1}
        onKeyDown={move}
        onFocus={takeTabStop}
      >
        <thead>
          <tr>
            <th scope="col">
              <span data-cell="" tabIndex={-1}>
                {words.say('mapping.role')}
              </span>
            </th>
            {columns.map(({ id, name, idpName }) => (
              <th key={id} scope="col">
                <Link data-cell="" tabIndex={-1} to={groupPath(id)} title={`${name}, ${idpName}`}>
                  {name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((mapping, at) => (
            <Row
              key={mapping.id}
              index={Math.max(0, start) + at + 2}
              envId={envId}
              mapping={mapping}
              groups={planned.get(mapping.id) ?? mapping.groups}
              columns={columns}
              refusal={plan.refusal(mapping)}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProperties = {
  readonly index: number
  readonly envId: string
  readonly mapping: Mapping
  /** Those of the mapping, or the planned ones. */
  readonly groups: readonly MappedGroup[]
  readonly columns: readonly MappedGroup[]
  readonly refusal: ReturnType<MappingPlan['refusal']>
  readonly onToggle: (mapping: Mapping, group: MappedGroup) => void
}

/** Drawn again only when its mapping is changed: a page has hundreds of cells. */
const Row = memo(function Row({ index, envId, mapping, groups, columns, refusal, onToggle }: RowProperties) {
  const words = useWords()
  const name = mappingName(mapping)
  const held = new Set(groups.map(({ id }) => id))
  const stored = new Set(mapping.groups.map(({ id }) => id))
  const about = {
    'portal-role': words.say('matrix.portal'),
    'tenant-role': words.say('matrix.custom'),
    'application-role': undefined,
    application: words.say('mapping.withoutRole'),
  }[mapping.kind]
  return (
    <tr aria-rowindex={index}>
      <th scope="row">
        <Link data-cell="" tabIndex={-1} to={editMappingPath(envId, mapping)}>
          {name}
        </Link>
        {about !== undefined && <div>{about}</div>}
      </th>
      {columns.map((group) => {
        const isOn = held.has(group.id)
        return (
          <td key={group.id} data-changed={isOn === stored.has(group.id) ? undefined : ''}>
            <button
              type="button"
              role="checkbox"
              data-cell=""
              tabIndex={-1}
              aria-checked={isOn}
              aria-readonly={refusal === undefined ? undefined : true}
              aria-label={words.say('matrix.cell', { role: name, group: group.name })}
              title={refusal === 'portal-role' ? words.say('matrix.portalFixed') : undefined}
              onClick={() => onToggle(mapping, group)}
            />
          </td>
        )
      })}
    </tr>
  )
})

const cells = '[data-cell]'

/** Exactly one cell is reached by Tab; after other rows or columns were drawn, the first that is left. */
function keepTabStop(table: HTMLTableElement | null): void {
  if (table === null) return
  const stops = [...table.querySelectorAll<HTMLElement>(`${cells}[tabindex="0"]`)]
  const stop = stops.find((one) => one === table.ownerDocument.activeElement) ?? stops[0] ?? firstCell(table)
  for (const one of stops) one.tabIndex = -1
  if (stop !== undefined) stop.tabIndex = 0
}

function firstCell(table: HTMLTableElement): HTMLElement | undefined {
  return table.querySelector<HTMLElement>(`tbody td ${cells}`) ?? table.querySelector<HTMLElement>(cells) ?? undefined
}

function takeTabStop({ currentTarget, target }: FocusEvent<HTMLTableElement>): void {
  if (!(target instanceof HTMLElement) || !target.matches(cells)) return
  for (const one of currentTarget.querySelectorAll<HTMLElement>(`${cells}[tabindex="0"]`)) one.tabIndex = -1
  target.tabIndex = 0
}

function move(event: KeyboardEvent<HTMLTableElement>): void {
  const { currentTarget: table, target, altKey, metaKey, shiftKey } = event
  const cell = target instanceof Element ? target.closest('th, td') : null
  const row = cell?.closest('tr')
  if (!(cell instanceof HTMLTableCellElement) || row == null || altKey || metaKey || shiftKey) return
  const size = { rows: table.rows.length, columns: row.cells.length }
  const isRightToLeft = getComputedStyle(table).direction === 'rtl'
  const to = gridMove(event, { row: row.rowIndex, column: cell.cellIndex }, size, isRightToLeft)
  if (to === undefined) return
  event.preventDefault()
  table.rows[to.row]?.cells[to.column]?.querySelector<HTMLElement>(cells)?.focus()
}
