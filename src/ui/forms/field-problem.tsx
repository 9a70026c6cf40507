import { Icon } from '@/ui/base/icons'

/** Says under a control what is wrong with what was entered. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-2 font-semibold text-danger">
      <Icon name="danger" className="mt-1 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
