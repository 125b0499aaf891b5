import { FaultForm } from './fault-form.tsx'
import { FaultPresets } from './presets.tsx'
import { FaultTable } from './fault-table.tsx'
import './faults.css'

/** The injected failures of the world, and forms to add one. */
export const FaultsPage = () => (
  <>
    <p class="faint">
      A fault is an injected failure: a late, wrong or missing response, or a broken stream.
      Resetting the world removes all faults.
    </p>
    <FaultTable />
    <FaultPresets />
    <FaultForm />
  </>
)
