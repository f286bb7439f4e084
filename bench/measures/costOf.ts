import type { Case, CaseCost, CostDuties } from '../duties/CostDuties.ts';
import { startOwn, stop } from '../harness/children.ts';

/** Measures one case in a process of its own. */
export async function costOf(asked: Case, quick: boolean): Promise<CaseCost> {
  const process = await startOwn<CostDuties>('measured', 'cost');
  try {
    return await process.ask('measure', { case: asked, quick });
  } finally {
    await stop(process);
  }
}
