{{- define "slipway.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 32 characters: with a service and a revision beside it, it is still a label. */}}
{{- define "slipway.fullname" -}}
{{- $name := include "slipway.name" . -}}
{{- $full := .Values.fullnameOverride | default (contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name)) -}}
{{- $full | replace "." "-" | trunc 32 | trimSuffix "-" -}}
{{- end -}}

{{- define "slipway.selector" -}}
app.kubernetes.io/name: {{ include "slipway.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{/* Of a pod: nothing that changes with the chart alone, or every pod would be replaced for it. */}}
{{- define "slipway.podLabels" -}}
{{ include "slipway.selector" . }}
app.kubernetes.io/part-of: slipway
{{- with .root.Values.global.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "slipway.labels" -}}
{{ include "slipway.podLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* name, labels and annotations of an object: dict "root" $ "kind" "Job" "name" "..." "component" "..." "labels" {} "annotations" {} */}}
{{- define "slipway.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "slipway.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $given := .root.Values.annotations }}
{{- $own := get $given (printf "%s/%s" .kind (.component | default "")) | default dict }}
{{- with merge (dict) (.annotations | default dict) $own (get $given .kind | default dict) .root.Values.global.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "slipway.serviceAccount" -}}
{{- $values := .Values.serviceAccount -}}
{{- $values.name | default ($values.create | ternary (include "slipway.fullname" .) "default") -}}
{{- end -}}

{{/* A foreign image, from the registry of all where there is one. */}}
{{- define "slipway.foreignImage" -}}
{{- $registry := .root.Values.global.imageRegistry | trimSuffix "/" -}}
{{- if $registry }}{{ $registry }}/{{ .image | trimPrefix "docker.io/" }}{{ else }}{{ .image }}{{ end -}}
{{- end -}}

{{- define "slipway.image" -}}
{{- $image := .Values.image -}}
{{- with (.Values.global.imageRegistry | default $image.registry) }}{{ . | trimSuffix "/" }}/{{ end -}}
{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end -}}

{{- define "slipway.pullSecrets" -}}
{{- with .Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}
