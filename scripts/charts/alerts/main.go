// Says when alert rules fire: Prometheus' engine evaluates them over series that it is given.
// promtool does this too, but its build takes longer than all other checks of the chart.
//
// stdin: {"stepSeconds", "rules": [{"alert" or "record", "expr", "forSeconds"}], "cases": [{"steps", "series"}]}
// with series as {"labels", "start", "perStep"}. stdout: for each case {alert: seconds of its first firing}.
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
	Labels         map[string]string
	Start, PerStep float64
}

type oneCase struct {
	Steps  int64
	Series []series
}

type question struct {
	StepSeconds int64
	Rules       []rule
	Cases       []oneCase
}

func main() {
	var asked question
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples: 50_000_000,
		Timeout:    time.Minute,
		Parser:     parser.NewParser(parser.Options{}),
	})
	answer := []map[string]int64{}
	for _, each := range asked.Cases {
		answer = append(answer, firings(engine, asked, each))
	}
	must(json.NewEncoder(os.Stdout).Encode(answer))
}

// Scrapes and evaluates step by step, as a Prometheus does.
func firings(engine *promql.Engine, asked question, given oneCase) map[string]int64 {
	folder, err := os.MkdirTemp("", "slipway-alerts-")
	must(err)
	defer os.RemoveAll(folder)
	db, err := tsdb.Open(folder, nil, nil, tsdb.DefaultOptions(), tsdb.NewDBStats())
	must(err)
	defer db.Close()

	fired := map[string]int64{}
	active := map[string]map[string]int64{}
	for step := range given.Steps {
		seconds := step * asked.StepSeconds
		scraped := promql.Vector{}
		for _, each := range given.Series {
			value := each.Start + each.PerStep*float64(step)
			scraped = append(scraped, promql.Sample{Metric: labels.FromMap(each.Labels), F: value})
		}
		write(db, seconds, scraped)
		for _, each := range asked.Rules {
			found := evaluate(engine, db, each.Expr, seconds)
			if each.Alert == "" {
				write(db, seconds, named(found, each.Record))
				continue
			}
			active[each.Alert] = activeSince(active[each.Alert], found, seconds)
			for _, since := range active[each.Alert] {
				_, isKnown := fired[each.Alert]
				if !isKnown && seconds-since >= each.ForSeconds {
					fired[each.Alert] = seconds
				}
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
