// Says when alert rules fire: Prometheus' engine evaluates them over series that it is given.
// promtool does this too, but its build takes longer than all other checks of the chart.
//
// stdin: {"rules": [{"alert" or "record", "expr", "forSeconds"}], "cases": [{"stepSeconds", "fromStep", "series"}]}
// with series as {"labels", "values"}, one value a step. Rules are evaluated from a step on: before it lies history.
// stdout: for each case {alert: {"first", "last"}}, the seconds of its first and its last firing.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/tsdb"
)

type rule struct {
	Alert, Record, Expr string
	ForSeconds          int64
}

type series struct {
	Labels map[string]string
	Values []float64
}

type oneCase struct {
	StepSeconds, FromStep int64
	Series                []series
}

type question struct {
	Rules []rule
	Cases []oneCase
}

type firing struct {
	First int64 `json:"first"`
	Last  int64 `json:"last"`
}

func main() {
	var asked question
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples: 50_000_000,
		Timeout:    time.Minute,
		Parser:     parser.NewParser(parser.Options{}),
	})
	answer := []map[string]firing{}
	for _, each := range asked.Cases {
		answer = append(answer, firings(engine, asked.Rules, each))
	}
	must(json.NewEncoder(os.Stdout).Encode(answer))
}

// Scrapes and evaluates step by step, as a Prometheus does.
func firings(engine *promql.Engine, rules []rule, given oneCase) map[string]firing {
	folder, err := os.MkdirTemp("", "slipway-alerts-")
	must(err)
	defer os.RemoveAll(folder)
	db, err := tsdb.Open(folder, nil, nil, tsdb.DefaultOptions(), tsdb.NewDBStats())
	must(err)
	defer db.Close()

	fired := map[string]firing{}
	active := map[string]map[string]int64{}
	for step := range int64(len(given.Series[0].Values)) {
		seconds := step * given.StepSeconds
		scraped := promql.Vector{}
		for _, each := range given.Series {
			scraped = append(scraped, promql.Sample{Metric: labels.FromMap(each.Labels), F: each.Values[step]})
		}
		write(db, seconds, scraped)
		if step < given.FromStep {
			continue
		}
		for _, each := range rules {
			found := evaluate(engine, db, each.Expr, seconds)
			if each.Alert == "" {
				write(db, seconds, named(found, each.Record))
				continue
			}
			active[each.Alert] = activeSince(active[each.Alert], found, seconds)
			for _, since := range active[each.Alert] {
				if seconds-since < each.ForSeconds {
					continue
				}
				before, isKnown := fired[each.Alert]
				if !isKnown {
					before.First = seconds
				}
				fired[each.Alert] = firing{First: before.First, Last: seconds}
			}
		}
	}
	return fired
}

// Since when each result of an alert's expression is there: what is gone begins anew.
func activeSince(before map[string]int64, found promql.Vector, seconds int64) map[string]int64 {
	now := map[string]int64{}
	for _, sample := range found {
		key := sample.Metric.String()
		since, isActive := before[key]
		if !isActive {
			since = seconds
		}
		now[key] = since
	}
	return now
}

func evaluate(engine *promql.Engine, db *tsdb.DB, expr string, seconds int64) promql.Vector {
	query, err := engine.NewInstantQuery(context.Background(), db, nil, expr, time.Unix(seconds, 0))
	must(err)
	defer query.Close()
	found, err := query.Exec(context.Background()).Vector()
	must(err)
	return append(promql.Vector{}, found...)
}

func named(found promql.Vector, name string) promql.Vector {
	for index, sample := range found {
		found[index].Metric = labels.NewBuilder(sample.Metric).Set(labels.MetricName, name).Labels()
	}
	return found
}

func write(db *tsdb.DB, seconds int64, samples promql.Vector) {
	appender := db.Appender(context.Background())
	for _, sample := range samples {
		_, err := appender.Append(0, sample.Metric, seconds*1000, sample.F)
		must(err)
	}
	must(appender.Commit())
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
