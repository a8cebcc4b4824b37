import { fileEntry } from "./audit.ts";
import { placeOf } from "./place.ts";
import { shortPlace, type TreeEntry } from "./tree.ts";

interface Results {
  cudaCaptureResults: number;
  findings: {
    check: string;
    function: string;
    text: string;
    at: unknown;
    possible: boolean;
    notes: { text: string; at: unknown }[];
  }[];
  gaps: { text: string; function: string; at: unknown; serious: boolean }[];
  notices: { text: string; at: unknown; isWarning: boolean }[];
  units: { file: string; state: string; problem?: string; regions: number; capturable: number }[];
}

/** Returns how many findings the JSON of `cuda-capture check --json=FILE` has. */
export function countFindings(json: string): number {
  return (JSON.parse(json) as Results).findings.length;
}

/** Makes the tree of the JSON that `cuda-capture check --json=FILE` writes. */
export function findingsTree(json: string, folder: string): TreeEntry[] {
  const results = JSON.parse(json) as Results;
  const tree: TreeEntry[] = results.findings.map((finding) => {
    const place = placeOf(finding.at, folder);
    return {
      label: finding.text,
      tooltip: `${finding.text} [${finding.check}]`,
      icon: finding.possible ? "question" : "warning",
      ...(place ? { place, description: shortPlace(place, folder) } : {}),
      children: finding.notes.map((note) => {
        const at = placeOf(note.at, folder);
        return {
          label: note.text,
          tooltip: note.text,
          ...(at ? { place: at, description: shortPlace(at, folder) } : {}),
          children: [],
        };
      }),
    };
  });
  const regions = results.units.reduce((sum, unit) => sum + unit.regions, 0);
  const capturable = results.units.reduce((sum, unit) => sum + unit.capturable, 0);
  tree.push({
    label: `${count(results.findings.length, "finding")} in ${count(regions, "capture")}`,
    ...(capturable ? { description: `and ${count(capturable, "capturable function")}` } : {}),
    ...(regions + capturable ? {} : { description: "which proves nothing" }),
    icon: "info",
    children: [],
  });
  if (results.gaps.length)
    tree.push({
      label: "functions that are not analysed completely",
      description: String(results.gaps.length),
      icon: "warning",
      children: results.gaps.map((gap) => {
        const place = placeOf(gap.at, folder);
        return {
          label: gap.function || gap.text,
          description: gap.text,
          tooltip: gap.text,
          icon: gap.serious ? "warning" : "info",
          ...(place ? { place } : {}),
          children: [],
        };
      }),
    });
  const problems = results.units.filter((u) => !["analysed", "skipped"].includes(u.state));
  if (problems.length)
    tree.push({
      label: "not analysed, or not completely",
      description: String(problems.length),
      icon: "warning",
      children: problems.map((unit) => fileEntry(unit, folder)),
    });
  for (const notice of results.notices) {
    const place = placeOf(notice.at, folder);
    tree.push({
      label: notice.text,
      tooltip: notice.text,
      icon: notice.isWarning ? "warning" : "info",
      ...(place ? { place, description: shortPlace(place, folder) } : {}),
      children: [],
    });
  }
  const skipped = results.units.filter((u) => u.state === "skipped").length;
  if (skipped)
    tree.push({
      label: count(skipped, "skipped source"),
      description: "nothing in them has to do with captures",
      icon: "info",
      children: [],
    });
  return tree;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
