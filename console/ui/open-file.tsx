import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

type FileButtonProps = {
  readonly kind: 'primary' | 'plain'
  /** The types and extensions of files that the browser offers to choose. */
  readonly accept: string
  readonly label: string
  readonly children: ComponentChildren
  readonly onFile: (file: File) => unknown
}

/** A button with which the user chooses a file. */
export function FileButton({ kind, accept, label, children, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) await onFile(file)
          // Empties the input, so that the same file can be chosen again after it has changed.
          currentTarget.value = ''
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

type DropZoneProps = {
  readonly class: string
  readonly children: ComponentChildren
  readonly onFile: (file: File) => unknown
}

/** An area for dropping a file. The area has `data-over` while a file is above it. */
export function DropZone({ class: className, children, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <div
      class={className}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer?.files ?? []
        if (file !== undefined) onFile(file)
      }}
    >
      {children}
    </div>
  )
}

/** Downloads a JSON text as a file with this name. */
export const downloadJson = (text: string, name: string): void =>
  downloadFile(new Blob([text], { type: 'application/json' }), name)

/** Downloads content as a file, under a name such as `turn.har`. */
export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
