//===- GraphText.cpp - The graphs of regions, drawn and as text -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphText.h"
#include "../Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;

unsigned DrawnGraph::nodeCount() const {
  return llvm::count_if(Nodes,
                        [](const DrawnNode &N) { return N.Type != "?"; });
}

unsigned DrawnGraph::edgeCount() const {
  return llvm::count_if(Edges, [&](const analysis::GraphEdge &E) {
    return !E.Carried && Nodes[E.From].Type != "?" && Nodes[E.To].Type != "?";
  });
}

void DrawnGraph::between(
    unsigned Node, llvm::function_ref<void(const DrawnLink &)> Link,
    llvm::function_ref<void(const DrawnViolation &)> Violation) const {
  std::vector<const DrawnViolation *> Wrong;
  for (const DrawnViolation &V : Violations)
    if (V.Before == Node)
      Wrong.push_back(&V);
  llvm::stable_sort(
      Wrong, [](const auto *A, const auto *B) { return A->Order < B->Order; });
  auto Next = Wrong.begin();
  for (const DrawnLink &K : Links) {
    if (K.Before != Node)
      continue;
    for (; Next != Wrong.end() && (*Next)->Order <= K.Order; ++Next)
      Violation(**Next);
    Link(K);
  }
  for (; Next != Wrong.end(); ++Next)
    Violation(**Next);
}

static std::string text(const Position &At) {
  return At.isValid()
             ? formatv("{0}:{1}:{2}", At.File, At.Line, At.Column).str()
             : std::string();
}

/// Returns a title such as "capture 1 in 'forward'".
static std::string title(const DrawnRegion &R, size_t Number) {
  return formatv(R.IsCallers ? "capture {0} by the caller of '{1}'"
                             : "capture {0} in '{1}'",
                 Number, R.Function);
}

/// Returns a text such as "begins at a.cu:3:3 in global mode, ends at
/// a.cu:9:3".
static std::string extent(const DrawnRegion &R) {
  std::string Text;
  if (R.Root != R.Function)
    Text += formatv("seen from '{0}', ", R.Root);
  Text += (R.IsCallers ? "declared at " : "begins at ") + text(R.Begin);
  if (!R.Mode.empty())
    Text += " in " + R.Mode + " mode";
  if (R.IntoGraph)
    Text += " into an existing graph";
  for (size_t I = 0; I < R.Ends.size(); ++I)
    Text += (I ? " or " : ", ends at ") + text(R.Ends[I]);
  if (R.Ends.empty() && !R.IsCallers)
    Text += ", is not seen to end";
  if (R.Incomplete && !R.Ends.empty())
    Text += "; some paths through it cannot be followed";
  return Text;
}

/// Returns a heading such as "graph 1 of 2, if 'bias': 3 nodes, 2 edges, 1
/// stream".
static std::string heading(const DrawnRegion &R, size_t Index) {
  const DrawnGraph &G = R.Graphs[Index];
  std::string Text = "graph";
  if (R.Graphs.size() > 1)
    Text += formatv(" {0} of {1}", Index + 1, R.Graphs.size());
  if (!G.When.empty())
    Text += ", " + G.When;
  if (G.Merged)
    Text += ", of all paths in one";
  if (G.Cut)
    Text += ", the beginning of a larger one";
  return Text + ": " + counted(G.nodeCount(), "node") + ", " +
         counted(G.edgeCount(), "edge") + ", " +
         counted(llvm::count_if(G.Lanes,
                                [](const DrawnLane &L) { return !L.IsUnsure; }),
                 "stream");
}

std::vector<std::string> report::titleOf(const DrawnRegion &R, size_t Number,
                                         size_t Graph) {
  return {title(R, Number), extent(R), heading(R, Graph)};
}

/// Returns the parts of the text behind the name of a node.
static std::vector<std::string> remarks(const DrawnNode &N) {
  std::vector<std::string> Result;
  if (!N.When.empty())
    Result.push_back(N.When);
  else if (N.Sometimes)
    Result.push_back("not on all paths");
  if (N.Repeated)
    Result.push_back("in each round of a loop");
  if (N.Type == "?")
    Result.push_back("the nodes that it adds are unknown");
  else if (N.Unsure)
    Result.push_back("if its stream takes part");
  return Result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void writeText(raw_ostream &OS, const DrawnGraph &G) {
  constexpr unsigned Step = 4;
  auto Indent = [&](unsigned Lane) {
    OS << "  ";
    for (unsigned L = 0; L < Lane; ++L)
      OS << (G.Lanes[L].IsUnsure ? "    " : "|   ");
  };
  std::vector<bool> Named(G.Lanes.size());
  auto Name = [&](unsigned Lane, StringRef How) {
    if (Named[Lane])
      return;
    Named[Lane] = true;
    Indent(Lane);
    OS << G.Lanes[Lane].Name << How << '\n';
  };
  size_t TypeWidth = 0, LabelWidth = 0;
  for (const DrawnNode &N : G.Nodes) {
    TypeWidth = std::max(TypeWidth, N.Type.size());
    LabelWidth = std::max(LabelWidth, std::min<size_t>(N.Label.size(), 40));
  }
  auto Link = [&](const DrawnLink &K) {
    if (K.IsFork)
      return Name(K.To, formatv(", forked from {0} at {1}",
                                G.Lanes[K.From].Name, text(K.At))
                            .str());
    Indent(K.To);
    OS << "waits for " << G.Lanes[K.From].Name << " at " << text(K.At) << '\n';
  };
  auto Violation = [&](const DrawnViolation &V) {
    Indent(V.Lane.value_or(0));
    OS << "! " << text(V.At) << ": " << V.Text << '\n';
  };
  for (unsigned L = 0; L < G.Lanes.size(); ++L)
    if (G.Lanes[L].IsOrigin)
      Name(L, "");
  for (unsigned I = 0; I < G.Nodes.size(); ++I) {
    G.between(I, Link, Violation);
    const DrawnNode &N = G.Nodes[I];
    Name(N.Lane, "");
    Indent(N.Lane);
    const std::string Number = std::to_string(I + 1);
    OS << Number;
    const unsigned Used = Step * N.Lane + Number.size();
    const unsigned Width = Step * G.Lanes.size() + 1;
    OS.indent(Used < Width ? Width - Used : 1);
    OS << llvm::left_justify(N.Type, TypeWidth + 1)
       << llvm::left_justify(N.Label, LabelWidth + 1) << text(N.At);
    StringRef Sep = "  after ";
    for (const analysis::GraphEdge &E : G.Edges)
      if (E.To == I && !E.Carried) {
        OS << Sep << E.From + 1 << (E.Unsure ? "?" : "");
        Sep = ", ";
      }
    Sep = "  and, of the round before, ";
    for (const analysis::GraphEdge &E : G.Edges)
      if (E.To == I && E.Carried) {
        OS << Sep << E.From + 1;
        Sep = ", ";
      }
    const std::vector<std::string> Remarks = remarks(N);
    if (!Remarks.empty())
      OS << "  (" << llvm::join(Remarks, "; ") << ")";
    OS << '\n';
    for (const auto &[Callee, At] : N.Way) {
      Indent(N.Lane);
      OS.indent(4) << "in '" << Callee << "', called at " << text(At) << '\n';
    }
    for (const std::string &V : N.Violations) {
      Indent(N.Lane);
      OS.indent(4) << "! " << V << '\n';
    }
  }
  G.between(G.Nodes.size(), Link, Violation);
}

void report::writeGraphText(raw_ostream &OS,
                            llvm::ArrayRef<DrawnRegion> Regions) {
  for (size_t I = 0; I < Regions.size(); ++I) {
    const DrawnRegion &R = Regions[I];
    OS << (I ? "\n" : "") << title(R, I + 1) << ": " << extent(R) << '\n';
    for (size_t G = 0; G < R.Graphs.size(); ++G) {
      OS << (G ? "\n" : "") << heading(R, G) << '\n';
      writeText(OS, R.Graphs[G]);
    }
  }
}

//===----------------------------------------------------------------------===//
// DOT
//===----------------------------------------------------------------------===//

/// Returns \p Text as a string of the DOT language, in which a line break is
/// "\n".
static std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C == '\n')
      Result += "\\n";
    else if (static_cast<unsigned char>(C) >= 0x20 && C != 0x7f)
      Result += C;
  }
  return Result + '"';
}

static StringRef shapeOf(StringRef Type) {
  return llvm::StringSwitch<StringRef>(Type)
      .Case("kernel", "octagon")
      .Case("memcpy", "invtrapezium")
      .Case("memset", "invtriangle")
      .Case("host", "house")
      .Case("event-record", "cds")
      .Case("event-wait", "cds")
      .Case("child-graph", "component")
      .Case("alloc", "cylinder")
      .Case("free", "cylinder")
      .Case("library", "box3d")
      .Case("?", "diamond")
      .Default("rectangle");
}

static void writeDot(raw_ostream &OS, const DrawnGraph &G, StringRef Prefix) {
  auto Id = [&](StringRef What, size_t I) {
    return quoted(formatv("{0}_{1}_{2}", Prefix, What, I).str());
  };
  for (unsigned L = 0; L < G.Lanes.size(); ++L) {
    const DrawnLane &Lane = G.Lanes[L];
    OS << formatv("    subgraph {0} {{\n"
                  "      label={1}; style={2};\n",
                  quoted(formatv("cluster_{0}_lane_{1}", Prefix, L).str()),
                  quoted(Lane.Name + (Lane.IsOrigin ? " (origin)" : "")),
                  Lane.IsUnsure ? "\"dashed\"" : "\"rounded\"");
    bool IsEmpty = true;
    for (unsigned I = 0; I < G.Nodes.size(); ++I) {
      const DrawnNode &N = G.Nodes[I];
      if (N.Lane != L)
        continue;
      IsEmpty = false;
      std::string Label =
          formatv("{0}\n{1}\n{2}\n{3}", I + 1, N.Type, N.Label, text(N.At));
      for (const std::string &Remark : remarks(N))
        Label += "\n" + Remark;
      for (const auto &[Callee, At] : N.Way)
        Label += formatv("\nin {0}, called at {1}", Callee, text(At)).str();
      for (const std::string &V : N.Violations)
        Label += "\n" + V;
      const bool Dashed =
          N.Unsure || N.Sometimes || !N.When.empty() || N.Type == "?";
      OS << formatv("      {0} [style={1} shape={2} label={3}{4}{5}];\n",
                    Id("node", I + 1), Dashed ? "\"dashed\"" : "\"solid\"",
                    quoted(shapeOf(N.Type)), quoted(Label),
                    N.Repeated ? " peripheries=\"2\"" : "",
                    N.Violations.empty() ? ""
                                         : " color=\"red\" fontcolor=\"red\"");
    }
    // DOT does not draw a cluster without nodes.
    if (IsEmpty)
      OS << formatv("      {0} [style=\"invis\" shape=\"point\"];\n",
                    Id("lane", L));
    OS << "    }\n";
  }
  for (unsigned I = 0; I < G.Violations.size(); ++I) {
    const DrawnViolation &V = G.Violations[I];
    OS << formatv("    {0} [shape=\"note\" color=\"red\" fontcolor=\"red\" "
                  "label={1}];\n",
                  Id("violation", I + 1), quoted(text(V.At) + "\n" + V.Text));
    // Draw the violation beside the last node before it.
    for (unsigned N = std::min<size_t>(V.Before, G.Nodes.size()); N-- > 0;)
      if (!V.Lane || G.Nodes[N].Lane == *V.Lane) {
        OS << formatv("    {0} -> {1} [style=\"dotted\" color=\"red\" "
                      "arrowhead=\"none\"];\n",
                      Id("node", N + 1), Id("violation", I + 1));
        break;
      }
  }
  for (const analysis::GraphEdge &E : G.Edges) {
    OS << "    " << Id("node", E.From + 1) << " -> " << Id("node", E.To + 1);
    if (E.Carried)
      OS << " [style=\"dotted\" constraint=\"false\" label=\"next round\"]";
    else if (E.Unsure)
      OS << " [style=\"dashed\"]";
    OS << ";\n";
  }
}

void report::writeGraphDot(raw_ostream &OS,
                           llvm::ArrayRef<DrawnRegion> Regions) {
  OS << "digraph dot {\n"
        "  graph [labeljust=\"l\" fontname=\"sans-serif\"];\n"
        "  node [fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\"];\n";
  for (size_t I = 0; I < Regions.size(); ++I)
    for (size_t G = 0; G < Regions[I].Graphs.size(); ++G) {
      const DrawnRegion &R = Regions[I];
      const std::string Prefix = formatv("capture_{0}_graph_{1}", I + 1, G + 1);
      OS << formatv(
          "  subgraph {0} {{\n    label={1};\n", quoted("cluster_" + Prefix),
          quoted(title(R, I + 1) + "\n" + extent(R) + "\n" + heading(R, G)));
      writeDot(OS, R.Graphs[G], Prefix);
      OS << "  }\n";
    }
  OS << "}\n";
}
