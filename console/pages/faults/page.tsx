import { AddFault } from './add-fault.tsx'
import { FaultTable } from './fault-table.tsx'
import './faults.css'

/** The failures that are put into the answers of the world: all there are, and a form for more. */
export const FaultsPage = () => (
  <>
    <p class="faint">
      A fault is a failure that you ask for: an answer that is late, wrong or missing, a stream that
      breaks. Resetting the world takes all of them away.
    </p>
    <FaultTable />
    <AddFault />
  </>
)
