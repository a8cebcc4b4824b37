import { placeOf } from "./place.ts";
import { shortPlace, type TreeEntry } from "./tree.ts";

interface Reason {
  text: string;
  check?: string;
  path?: Reason[];
}

interface AuditedFunction {
  name: string;
  verdict: string;
  reasons: Reason[];
  couldBeCaptured?: boolean;
}

interface Audit {
  counts: Record<string, number>;
  files: { file: string; state: string; problem?: string }[];
  functions: AuditedFunction[];
  notListed: number;
  gone?: number;
}

/** The verdicts of `cuda-capture audit`, with what needs attention first. */
const verdicts: readonly { key: string; label: string; icon: string; open?: boolean }[] = [
  { key: "not-capturable", label: "not capturable", icon: "error", open: true },
  { key: "unknown", label: "unknown", icon: "question" },
  { key: "under-guard", label: "only under a guard", icon: "shield" },
  { key: "begins-capture", label: "begins a capture itself", icon: "debug-start" },
  { key: "capturable", label: "capturable", icon: "pass" },
];

/** Makes the tree of the JSON that `cuda-capture audit --json` prints. */
export function auditTree(json: string, folder: string): TreeEntry[] {
  const audit = JSON.parse(json) as Audit;
  const tree: TreeEntry[] = [];
  const lost = audit.functions.filter((f) => f.couldBeCaptured);
  if (lost.length)
    tree.push({
      label: "could be captured, and cannot be any more",
      description: String(lost.length),
      icon: "warning",
      open: true,
      children: lost.map((f) => functionEntry(f, folder)),
    });
  for (const { key, label, icon, open } of verdicts) {
    const functions = audit.functions.filter((f) => f.verdict === key);
    if (!functions.length) continue;
    tree.push({
      label,
      description: String(functions.length),
      icon,
      ...(open ? { open } : {}),
      children: functions.map((f) => functionEntry(f, folder)),
    });
  }
  // Nothing is left out without a word.
  const problems = audit.files.filter((f) => f.state !== "analysed" || f.problem);
  if (problems.length)
    tree.push({
      label: "not analysed, or not completely",
      description: String(problems.length),
      icon: "warning",
      children: problems.map((f) => fileEntry(f, folder)),
    });
  if (audit.notListed)
    tree.push({
      label: `${audit.notListed} more functions`,
      description: "receive no stream and make no call that matters to a capture",
      icon: "info",
      children: [],
    });
  if (audit.gone)
    tree.push({
      label: `${audit.gone} functions of the baseline`,
      description: "are not there any more",
      icon: "info",
      children: [],
    });
  return tree;
}

/** An entry for a source that could not be analysed, or not completely. */
export function fileEntry(
  file: { file: string; state: string; problem?: string },
  folder: string,
): TreeEntry {
  const place = placeOf({ file: file.file, line: 1 }, folder);
  return {
    label: place ? shortPlace(place, folder).replace(/:1$/, "") : file.file,
    description: file.problem || file.state,
    tooltip: file.problem || file.state,
    icon: "warning",
    ...(place ? { place } : {}),
    children: [],
  };
}

function functionEntry(entry: AuditedFunction, folder: string): TreeEntry {
  const place = placeOf(entry, folder);
  return {
    label: entry.name,
    ...(place ? { place, description: shortPlace(place, folder) } : {}),
    icon: "symbol-function",
    children: entry.reasons.map((reason) => reasonEntry(reason, folder)),
  };
}

function reasonEntry(reason: Reason, folder: string): TreeEntry {
  const place = placeOf(reason, folder);
  return {
    label: reason.text,
    tooltip: reason.check ? `${reason.text} [${reason.check}]` : reason.text,
    ...(place ? { place, description: shortPlace(place, folder) } : {}),
    children: (reason.path ?? []).map((step) => reasonEntry(step, folder)),
  };
}
