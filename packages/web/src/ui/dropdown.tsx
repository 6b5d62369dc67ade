import { lazy, Suspense, type ReactNode } from 'react'

import { loadChunk } from '../navigation/load-chunk.ts'
import type { OneProperties, SeveralProperties } from './dropdown-properties.ts'
import styles from './dropdown.module.css'
import { ChevronDownIcon } from './icons.tsx'

const load = () => loadChunk(() => import('./dropdown-list.tsx'))
const OneDropdown = lazy(async () => ({ default: (await load()).OneDropdown }))
const SeveralDropdown = lazy(async () => ({ default: (await load()).SeveralDropdown }))

/** The spec's dropdown for one choice. Its popup is loaded as a separate chunk, so that the form does not wait for it. */
export function Dropdown(properties: OneProperties) {
  const { items, selectedId, placeholder } = properties
  const selected = items.find((item) => item.id === selectedId)
  return (
    <Suspense fallback={<Waiting placeholder={placeholder}>{selected?.label}</Waiting>}>
      <OneDropdown {...properties} />
    </Suspense>
  )
}

/** The dropdown for several choices. */
export function MultiDropdown(properties: SeveralProperties) {
  const { selectedIds, placeholder, children } = properties
  return (
    <Suspense fallback={<Waiting placeholder={placeholder}>{selectedIds.length > 0 && children}</Waiting>}>
      <SeveralDropdown {...properties} />
    </Suspense>
  )
}

/** Placeholder with the dropdown's look until its code is loaded. */
function Waiting({ placeholder, children }: { placeholder: string; children: ReactNode }) {
  return (
    <div className={styles['root']}>
      <div className={styles['trigger']}>
        <span className={styles['value']}>
          {children || <span className={styles['placeholder']}>{placeholder}</span>}
        </span>
        <ChevronDownIcon />
      </div>
    </div>
  )
}
